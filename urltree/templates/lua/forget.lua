-- Delete every key of the domain's templates.

redis.call('UNLINK', OF, MEMBERS, EXAMPLES, BY_PREFIX, BY_SUFFIX, SUPPORT, LATEST)
