"""The windows: Qt Widgets only. They show state and report intentions; the store is out of sight."""
