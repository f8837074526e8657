"""Commands of the service; that of the demo is in `service.demo.command`."""
