"""Functions of a row that few tables of ClickHouse need: other alphabets, letters, numbers."""

from __future__ import annotations

from rmt_engine.sql.functions.declaration import declared

__all__ = ["ENCODINGS", "LETTERS", "SPECIAL_NUMBERS"]

_Z_TEST = (
    "Tuple(z_statistic Float64, p_value Float64, confidence_interval_low Float64, "
    "confidence_interval_high Float64)"
)
_SAMPLE_SIZE = (
    "Tuple(minimum_sample_size Float64, detect_range_lower Float64, detect_range_upper Float64)"
)

ENCODINGS = declared(
    ("base32Encode base58Encode", "(text)", "String", "the text in that alphabet"),
    ("base32Decode base58Decode", "(text)", "String", "what such a text stands for"),
    ("tryBase32Decode tryBase58Decode", "(text)", "String", "'' for what is no such text"),
    (
        "conv=clickhouse_conv",
        "(number, base, base)",
        "String",
        "the digits of a number in another base; Spark's has negative bases, too",
    ),
    ("HMAC", "('sha256', text, key)", "String", "a digest with a key; md5, sha1 to sha512"),
    ("SHA512_256", "(text)", "FixedString(32)", "32 bytes"),
    (
        "encrypt",
        "('aes-256-gcm', text, key[, iv[, aad]])",
        "String",
        "the text, encrypted by ecb, cbc or gcm",
    ),
    ("decrypt", "(mode, text, key[, iv[, aad]])", "String", "what was encrypted so"),
    (
        "tryDecrypt",
        "(mode, text, key[, iv[, aad]])",
        "Nullable(String)",
        "NULL for what was not encrypted so",
    ),
)
LETTERS = declared(
    (
        "normalizeUTF8NFC normalizeUTF8NFD normalizeUTF8NFKC normalizeUTF8NFKD "
        "normalizeUTF8NFKCCasefold",
        "(text)",
        "String",
        "the text in that form of Unicode",
    ),
    ("caseFoldUTF8", "(text)", "String", "the text, as texts of any case are compared"),
    ("removeDiacriticsUTF8", "(text)", "String", "letters without accents"),
)
SPECIAL_NUMBERS = declared(
    ("erf erfc", "(x)", "Float64", "the error function, and 1 less that"),
    ("lgamma tgamma", "(x)", "Float64", "the gamma function's logarithm, and the gamma function"),
    ("isPrime isProbablePrime", "(n)", "UInt8", "1 for a prime number"),
    (
        "multiplyDecimal divideDecimal",
        "(a, b[, scale])",
        "",
        "a * b or a / b of decimals, cut to so many digits; a Decimal of 38 digits",
    ),
    ("toDecimalString", "(number, digits)", "String", "a number with so many digits behind it"),
    (
        "widthBucket",
        "(x, low, high, n)",
        "",
        "which of n equal stretches it is in; 0, n + 1 beyond",
    ),
    (
        "proportionsZTest",
        "(successes, successes, trials, trials, level, 'pooled')",
        _Z_TEST,
        "the z-test of two proportions, with a confidence interval of their difference",
    ),
    (
        "minSampleSizeConversion",
        "(proportion, effect, power, alpha)",
        _SAMPLE_SIZE,
        "how large samples have to be that tell two proportions apart",
    ),
    (
        "minSampleSizeContinuous",
        "(average, deviation, effect, power, alpha)",
        _SAMPLE_SIZE,
        "the same of two averages, which differ by that part",
    ),
) + declared(
    ("randNormal", "(mean, deviation)", "Float64", "a random number of the normal distribution"),
    ("randLogNormal", "(mean, deviation)", "Float64", "one whose logarithm is normal"),
    ("randExponential", "(rate)", "Float64", "a random number of the exponential distribution"),
    ("randBernoulli", "(probability)", "UInt8", "1 with that probability, else 0"),
    ("randStudentT", "(degrees)", "Float64", "a random number of Student's t-distribution"),
    ("randChiSquared", "(degrees)", "Float64", "one of the chi-squared distribution"),
    ("randPoisson", "(mean)", "UInt64", "one of the Poisson distribution"),
    ("randNegativeBinomial", "(n, probability)", "UInt64", "failures before n successes"),
    ("randFisherF", "(degrees, degrees)", "Float64", "one of the F-distribution"),
    ("randConstant", "([tag])", "UInt32", "a random number, the same in all rows"),
    ("randBinomial", "(n, probability)", "UInt64", "one of the binomial distribution"),
    deterministic=False,
)
