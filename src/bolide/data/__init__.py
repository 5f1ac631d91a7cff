"""Language data: languages, word lists, and the tables that do not ship with the package. Installing them is `bolide.data.install`."""
