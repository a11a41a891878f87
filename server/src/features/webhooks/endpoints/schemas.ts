import { type Static, Type } from 'typebox'
import {
  nullable,
  optionalText,
  TEXT_LENGTH_MAX,
  timestamp,
  uuid,
} from '../../../platform/http/fields.ts'
import {
  listOf,
  pageParameters,
  sortedBy,
  sortOrder,
  updatedSince,
} from '../../../platform/http/list.ts'
import { ONE_LINE_NAME } from '../../../platform/http/text-patterns.ts'
import { AnnouncementType } from '../announcements/schemas.ts'
import { ANNOUNCEMENT_TYPES } from '../types/types.ts'
import { DISABLED_REASONS, ENDPOINT_STATUSES } from './endpoint.ts'

const URL_LENGTH_MAX = 2_048
const OVERLAP_HOURS = 24
const OVERLAP_HOURS_MAX = 168

const url = Type.String({
  minLength: 1,
  maxLength: URL_LENGTH_MAX,
  pattern: ONE_LINE_NAME,
  description:
    'Receives a POST for each announcement. Must lead to a public address and begin with ' +
    'https://. A test service also accepts http:// and addresses of its own machine.',
})

const types = Type.Optional(
  Type.Unsafe<(typeof ANNOUNCEMENT_TYPES)[number][] | null>({
    type: ['array', 'null'],
    items: AnnouncementType,
    minItems: 1,
    maxItems: ANNOUNCEMENT_TYPES.length,
    uniqueItems: true,
    description: 'The types to send. Null: all, including types that are added later.',
  }),
)

const description = optionalText(TEXT_LENGTH_MAX, 'For your own use.')
const includeCosts = {
  description:
    'True: `data` has your costs and margins. Either way an endpoint receives the data of all ' +
    'customers, so the receiver must be your own. A change applies to later deliveries.',
}

export const EndpointCreate = Type.Object(
  {
    url,
    types,
    description,
    includeCosts: Type.Optional(Type.Boolean({ ...includeCosts, default: false })),
  },
  {
    title: 'WebhookEndpointCreate',
    additionalProperties: false,
    examples: [{ url: 'https://acme.example/piecework', types: ['invoice.paid'] }],
  },
)
export type EndpointCreate = Static<typeof EndpointCreate>

const EndpointStatus = Type.Enum(ENDPOINT_STATUSES, {
  title: 'WebhookEndpointStatus',
  description: 'Nothing is sent to a disabled endpoint.',
})

export const EndpointUpdate = Type.Object(
  {
    url: Type.Optional(url),
    types,
    description,
    includeCosts: Type.Optional(Type.Boolean(includeCosts)),
    status: Type.Optional(EndpointStatus),
  },
  {
    title: 'WebhookEndpointUpdate',
    additionalProperties: false,
    examples: [{ status: 'enabled' }],
  },
)
export type EndpointUpdate = Static<typeof EndpointUpdate>

const endpointFields = {
  id: uuid(),
  url: Type.String(),
  description: nullable(Type.String()),
  types: Type.Union([Type.Array(AnnouncementType), Type.Null()], { description: 'Null: all.' }),
  includeCosts: Type.Boolean(includeCosts),
  status: EndpointStatus,
  disabledReason: nullable(
    Type.Enum(DISABLED_REASONS, {
      title: 'WebhookDisabledReason',
      description:
        'request: disabled by you. failing: it only failed for five days. gone: it answered 410.',
    }),
  ),
  disabledAt: nullable(timestamp()),
  failingSince: nullable(
    timestamp(),
    'First of its failures without a success, or a pause of two days, in between.',
  ),
  lastSuccessAt: nullable(timestamp()),
  waiting: Type.Integer({ description: 'Number of deliveries that wait for an attempt.' }),
  previousSecretUntil: nullable(
    timestamp(),
    'Until then, deliveries are also signed with a secret from before a rotation.',
  ),
  createdAt: timestamp(),
  updatedAt: timestamp(),
}

export const Endpoint = Type.Object(endpointFields, {
  title: 'WebhookEndpoint',
  description: 'An address that receives announcements.',
})
export type Endpoint = Static<typeof Endpoint>

const secret = nullable(
  Type.String({ examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'] }),
  'Verifies signatures. Shown only in this response; null in a repetition of the request.',
)

export const NewEndpoint = Type.Object(
  { ...endpointFields, secret },
  { title: 'NewWebhookEndpoint', description: 'An endpoint, with its new secret.' },
)
export type NewEndpoint = Endpoint & { secret: string }

export const EndpointParams = Type.Object({ endpointId: uuid() })

export const EndpointListQuery = Type.Object({
  ...pageParameters,
  status: Type.Optional(EndpointStatus),
  sortBy: sortedBy(['createdAt', 'updatedAt'], 'Latest first by default.'),
  sortOrder,
  updatedSince,
})
export type EndpointListQuery = Static<typeof EndpointListQuery>

export const EndpointList = listOf('WebhookEndpointList', Endpoint)
export type EndpointList = Static<typeof EndpointList>

export const SecretRotation = Type.Object(
  {
    overlapHours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: OVERLAP_HOURS_MAX,
        default: OVERLAP_HOURS,
        description:
          'Hours for which the previous secret signs too. 0: it was disclosed; all earlier secrets ' +
          'end at once.',
      }),
    ),
  },
  { title: 'WebhookSecretRotation', additionalProperties: false, examples: [{ overlapHours: 24 }] },
)
export type SecretRotation = Static<typeof SecretRotation>

/** An optional body. */
export const OptionalSecretRotation = Type.Unsafe<SecretRotation | null>({
  ...SecretRotation,
  type: ['object', 'null'],
})
