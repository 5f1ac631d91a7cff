"""The jar's command line without Java: its arguments, output, files and exit codes. All scores come from `bolide.Meteor`."""
