import { type Static, Type } from 'typebox'
import { nullable, timestamp, uuid, VALUE_LENGTH_MAX } from '../../platform/http/fields.ts'
import { pageParameters } from '../../platform/http/list.ts'
import { HTTP_STATUS } from '../../platform/http/text-patterns.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
const CURSOR_LENGTH_MAX = 64
const PATH_LENGTH_MAX = 2_000

const date = (description: string) =>
  Type.Optional(Type.String({ maxLength: VALUE_LENGTH_MAX, description }))

const ActorKind = Type.Enum(['api_key', 'user', 'customer'], {
  title: 'ActorKind',
  description: 'An API key, a person who is signed in, or a customer in their portal.',
})

export const AuditLogQuery = Type.Object({
  limit: pageParameters.limit,
  cursor: Type.Optional(
    Type.String({
      maxLength: CURSOR_LENGTH_MAX,
      description: 'The nextCursor or previousCursor of a page. Default: the latest entries.',
    }),
  ),
  actorKind: Type.Optional(ActorKind),
  actorId: Type.Optional(uuid('The id of an API key, of a user or of a customer.')),
  method: Type.Optional(Type.Enum([...METHODS])),
  isChange: Type.Optional(
    Type.Boolean({
      description:
        'true: only requests that may change data, without recording usage, estimates and ' +
        'previews; false: all others.',
    }),
  ),
  status: Type.Optional(
    Type.String({
      pattern: HTTP_STATUS,
      maxLength: 3,
      description: 'Such as 404, or 4xx for all of them.',
    }),
  ),
  path: Type.Optional(
    Type.String({
      maxLength: PATH_LENGTH_MAX,
      description: 'The whole path, such as /v1/customers; with the ids as sent.',
    }),
  ),
  startDate: date('On or after; a date or a timestamp, in UTC.'),
  endDate: date('On or before; a date includes that day.'),
})
export type AuditLogQuery = Static<typeof AuditLogQuery>

const AuditActor = Type.Object(
  {
    kind: ActorKind,
    id: uuid(),
    name: nullable(Type.String(), 'Current name of the key, the person or the customer.'),
    hint: nullable(Type.String(), 'Displayable part of a key; null for other callers.'),
    email: nullable(Type.String(), 'Email address of the person or the customer; null for a key.'),
  },
  {
    title: 'AuditActor',
    description:
      'The caller that made the request. For a sign-in and the reset of a password: the account.',
  },
)

export const AuditEntry = Type.Object(
  {
    id: uuid(),
    requestedAt: timestamp('Real time, even when a test clock has been moved.'),
    actor: AuditActor,
    method: Type.String(),
    path: Type.String({ description: 'Without the query string, and without keys and tokens.' }),
    status: Type.Integer({
      description:
        'Status of the response; 499: the caller closed the connection before the response.',
    }),
    ipAddress: Type.String(),
    changedFields: Type.Array(Type.String(), {
      description:
        'Names of the fields that a PATCH changed: those that were sent with another value; also ' +
        'those of a new cost rate. Empty for other requests.',
    }),
    objectId: nullable(
      Type.String(),
      'The id of the object that a POST answered, such as the event that was voided by its ' +
        'idempotency key, or a new customer. Null: the path names the object, or none was answered.',
    ),
    requestId: nullable(
      Type.String(),
      'The X-Request-Id of a change other than recording usage; null for other requests.',
    ),
    organizationId: uuid(),
  },
  { title: 'AuditEntry', description: 'A request made on behalf of the organization.' },
)
export type AuditEntry = Static<typeof AuditEntry>

export const AuditLogPage = Type.Object(
  {
    results: Type.Array(AuditEntry, { description: 'Latest first.' }),
    limit: Type.Integer(),
    nextCursor: nullable(Type.String(), 'Cursor to the older entries; null when there are none.'),
    previousCursor: nullable(
      Type.String(),
      'Cursor to the newer entries; null when there were none at the time of the request.',
    ),
  },
  {
    title: 'AuditLogPage',
    description: 'One page of a list that is too long to count.',
  },
)
export type AuditLogPage = Static<typeof AuditLogPage>
