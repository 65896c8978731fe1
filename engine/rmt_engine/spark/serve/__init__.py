"""The endpoint: Thrift, logins and TLS, from start to stop."""
