import { type Static, Type } from 'typebox'
import { name, nullable, searchIn, timestamp, uuid } from '../../../platform/http/fields.ts'
import {
  listOf,
  pageParameters,
  sortedBy,
  sortOrder,
  updatedSince,
} from '../../../platform/http/list.ts'
import { KEY_SCOPES } from '../key.ts'

const KeyType = Type.Enum(['secret', 'publishable'], {
  title: 'ApiKeyType',
  description:
    'publishable: reads events, prices and most figures, with the cost and the margin of every ' +
    'customer, and writes nothing.',
})
const SCOPE_MEANS =
  'full: everything that its type allows. record: recording usage, sending traces and calls of ' +
  'gateways, and asking before runs; nothing else. Recommended for the worker of an agent; secret ' +
  'keys only.'
const scopeWith = (options: object = {}) =>
  Type.Enum([...KEY_SCOPES], { title: 'ApiKeyScope', description: SCOPE_MEANS, ...options })

export const ApiKeyParams = Type.Object({ apiKeyId: uuid() })

export const ApiKeyCreate = Type.Object(
  {
    name: name('Purpose of the key, such as the name of the program that uses it.'),
    type: KeyType,
    scope: Type.Optional(scopeWith({ default: 'full' })),
  },
  {
    title: 'ApiKeyCreate',
    additionalProperties: false,
    examples: [{ name: 'support worker', type: 'secret', scope: 'record' }],
  },
)
export type ApiKeyCreate = Static<typeof ApiKeyCreate>

export const ApiKeyListQuery = Type.Object({
  ...pageParameters,
  sortBy: sortedBy(['createdAt', 'updatedAt'], 'Latest first by default.'),
  sortOrder,
  updatedSince,
  search: searchIn('the name or the hint'),
  isRevoked: Type.Optional(
    Type.Boolean({ description: 'true: only revoked keys; false: only valid keys.' }),
  ),
})
export type ApiKeyListQuery = Static<typeof ApiKeyListQuery>

const ApiKeyMaker = Type.Object(
  { id: uuid(), name: Type.String(), email: Type.String() },
  { title: 'ApiKeyMaker' },
)

export const ApiKey = Type.Object(
  {
    id: uuid(),
    name: Type.String(),
    type: KeyType,
    scope: scopeWith(),
    environment: Type.Enum(['test', 'live'], { title: 'Environment' }),
    hint: Type.String({ description: 'Displayable part of the key, such as pw_sk_test_…x7Qd.' }),
    createdBy: nullable(
      ApiKeyMaker,
      'Null for a key that was created on the command line or at the first start.',
    ),
    createdAt: timestamp(),
    updatedAt: timestamp('When it was created or revoked; not when it was used.'),
    lastUsedAt: nullable(timestamp(), 'Accurate to the minute. Null: never used.'),
    revokedAt: nullable(timestamp(), 'Time of revocation. The key is rejected from then on.'),
  },
  { title: 'ApiKey', description: 'An API key, without its value.' },
)
export type ApiKey = Static<typeof ApiKey>

export const NewApiKey = Type.Object(
  {
    ...ApiKey.properties,
    key: nullable(
      Type.String(),
      'Shown only once and not stored: null in the response to a retry with an Idempotency-Key.',
    ),
  },
  { title: 'NewApiKey', description: 'A newly created API key, with its value.' },
)

export const ApiKeyList = listOf('ApiKeyList', ApiKey)
export type ApiKeyList = Static<typeof ApiKeyList>
