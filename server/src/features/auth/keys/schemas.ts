import { type Static, Type } from 'typebox'
import { name, nullable, searchIn, timestamp, uuid } from '../../../platform/http/fields.ts'
import { listOf, pageParameters, sortOrder } from '../../../platform/http/list.ts'
import { KEY_SCOPES } from '../key.ts'

const KeyType = Type.Enum(['secret', 'publishable'], {
  title: 'ApiKeyType',
  description: 'A publishable key only reads what is public.',
})
const SCOPE_MEANS =
  'full: all that its type may do. record: recording usage and nothing else, which is what the ' +
  'worker of an agent should hold; secret keys only.'
const scopeWith = (options: object = {}) =>
  Type.Enum([...KEY_SCOPES], { title: 'ApiKeyScope', description: SCOPE_MEANS, ...options })

export const ApiKeyParams = Type.Object({ apiKeyId: uuid() })

export const ApiKeyCreate = Type.Object(
  {
    name: name('What it is for, such as the program that holds it.'),
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
  sortOrder,
  search: searchIn('the name or the hint'),
  isRevoked: Type.Optional(
    Type.Boolean({ description: 'true: only those; false: only those that work.' }),
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
    hint: Type.String({ description: 'What may be shown of it, such as pw_sk_test_…x7Qd.' }),
    createdBy: nullable(
      ApiKeyMaker,
      'Null for a key that was made on the command line or at the first start.',
    ),
    createdAt: timestamp(),
    lastUsedAt: nullable(timestamp(), 'To the minute; null: never.'),
    revokedAt: nullable(timestamp(), 'Since when it does not work any more.'),
  },
  { title: 'ApiKey', description: 'An API key, without its value.' },
)
export type ApiKey = Static<typeof ApiKey>

export const NewApiKey = Type.Object(
  {
    ...ApiKey.properties,
    key: nullable(
      Type.String(),
      'Shown this once and stored nowhere: null in the answer to a repeat with an Idempotency-Key.',
    ),
  },
  { title: 'NewApiKey', description: 'An API key that was just made, with its value.' },
)

export const ApiKeyList = listOf('ApiKeyList', ApiKey)
export type ApiKeyList = Static<typeof ApiKeyList>
