"""The bridge between Python and the JVM."""
