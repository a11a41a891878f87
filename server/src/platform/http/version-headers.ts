import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { ExpectedVersion } from '../expected-version.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the object of the route has a version: answers name it, and changes can expect it. */
    versioned?: boolean
  }
}

/** Adds `ETag` to the answers of routes that return an object with a version. */
export function addVersionHeaders(app: FastifyInstance): void {
  app.addHook('preSerialization', (request, reply, payload, done) => {
    if (request.routeOptions.config.versioned) {
      const version = versionOf(payload)
      if (version !== undefined) void reply.header('etag', `"${version}"`)
    }
    done(null, payload)
  })
}

function versionOf(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null || !('version' in payload)) return undefined
  return payload.version
}

/** Any version of an existing object. */
const ANY = '*'
/**
 * One or more tags. `W/` is accepted, because a proxy that compresses answers adds it, and the tag
 * still names one exact state.
 */
const TAG = String.raw`(?:W\/)?"[\x21\x23-\x7e]*"`
const TAGS = new RegExp(`^${TAG}(?:[ \\t]*,[ \\t]*${TAG})*$`)
const OPAQUE = /"([^"]*)"/g

/** Returns the versions that `If-Match` names; undefined if any will do. Throws if it is malformed. */
export function expectedVersionOf({ headers }: FastifyRequest): ExpectedVersion {
  const sent = headers['if-match']?.trim()
  if (sent === undefined || sent === ANY) return undefined
  if (!TAGS.test(sent)) {
    const fix = 'send the version in double quotes, such as "3", or *'
    throw new AppError('invalid', `If-Match is malformed: ${fix}`, { param: 'If-Match' })
  }
  return [...sent.matchAll(OPAQUE)].map(([, version = '']) => version)
}
