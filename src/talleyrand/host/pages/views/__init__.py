"""Views: each asks a selector or a service and fills a template."""
