"""WebSub, the subscriber's side: hubs push what is new in feeds (https://www.w3.org/TR/websub/)."""
