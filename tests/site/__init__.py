"""The website of the documentation: the pages, gathered for MkDocs with all that they link to."""
