"""The windows, in Qt Widgets: they show state and report intentions; the store is out of sight."""
