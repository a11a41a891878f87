import { type Static, Type } from 'typebox'
import { nullable, text, timestamp, uuid, VALUE_LENGTH_MAX } from '../../../platform/http/fields.ts'
import { exactTotal, listOf, pageParameters, sortOrder } from '../../../platform/http/list.ts'
import { customerExternalId } from '../../customers/fields.ts'
import { AnnouncementType } from '../announcements/schemas.ts'
import { ANNOUNCEMENT_TYPES } from '../types/types.ts'
import { ATTEMPT_RESULTS, DELIVERY_STATUSES } from './delivery.ts'

const DeliveryStatus = Type.Enum(DELIVERY_STATUSES, {
  title: 'WebhookDeliveryStatus',
  description: 'pending: waits for its next attempt. failed: no attempt is left.',
})

const AttemptResult = Type.Enum(ATTEMPT_RESULTS, {
  title: 'WebhookAttemptResult',
  description:
    'rejected: a status other than 200 to 299. timed_out: no complete answer within 15 ' +
    'seconds. unreachable: no connection, or it was interrupted. refused: the address is not ' +
    'allowed, so nothing was sent.',
})

const LastAttempt = Type.Object(
  {
    result: AttemptResult,
    status: nullable(Type.Integer(), 'HTTP status; null without an answer.'),
    durationMs: Type.Integer(),
  },
  { title: 'WebhookLastAttempt', description: 'Outcome of a request to an endpoint.' },
)

const deliveryFields = {
  announcementId: uuid('Sent as the header `webhook-id`.'),
  endpointId: uuid(),
  type: AnnouncementType,
  customerId: nullable(uuid()),
  customerExternalId,
  objectId: uuid('Id of the object in `data`.'),
  status: DeliveryStatus,
  attempts: Type.Integer({ description: 'Since it was first sent, or sent again after its end.' }),
  nextAttemptAt: nullable(timestamp(), 'Null unless it is pending.'),
  lastAttemptAt: nullable(timestamp()),
  lastAttempt: nullable(LastAttempt, 'Null before the first attempt.'),
  createdAt: timestamp(),
}

export const Delivery = Type.Object(deliveryFields, {
  title: 'WebhookDelivery',
  description: 'The delivery of an announcement to an endpoint.',
})
export type Delivery = Static<typeof Delivery>

const Attempt = Type.Object(
  {
    id: uuid(),
    result: AttemptResult,
    status: nullable(Type.Integer(), 'HTTP status; null without an answer.'),
    error: nullable(Type.String(), 'Why there was no answer.'),
    response: nullable(Type.String(), 'The first kilobyte of the answer.'),
    durationMs: Type.Integer(),
    attemptedAt: timestamp(),
  },
  { title: 'WebhookAttempt', description: 'A request to an endpoint, and its answer.' },
)

const SentRequest = Type.Object(
  {
    url: Type.String({ description: 'The current URL of the endpoint.' }),
    body: Type.String({ description: 'The body of every attempt, as it was sent.' }),
  },
  { title: 'WebhookRequest', description: 'What is sent.' },
)

export const DeliveryDetail = Type.Object(
  {
    ...deliveryFields,
    request: SentRequest,
    attemptList: Type.Array(Attempt, { description: 'The latest first; at most 100.' }),
  },
  {
    title: 'WebhookDeliveryDetail',
    description: 'A delivery, with its request and every attempt.',
  },
)
export type DeliveryDetail = Static<typeof DeliveryDetail>

export const DeliveryParams = Type.Object({ endpointId: uuid(), announcementId: uuid() })

export const DeliveryListQuery = Type.Object({
  ...pageParameters,
  status: Type.Optional(DeliveryStatus),
  type: Type.Optional(
    Type.Array(AnnouncementType, {
      minItems: 1,
      maxItems: ANNOUNCEMENT_TYPES.length,
      description: 'One type, or several: type=invoice.paid&type=invoice.voided.',
    }),
  ),
  sortOrder,
  exactTotal,
})
export type DeliveryListQuery = Static<typeof DeliveryListQuery>

export const DeliveryList = listOf('WebhookDeliveryList', Delivery)
export type DeliveryList = Static<typeof DeliveryList>

export const DeliveriesOfAnnouncement = Type.Object(
  { results: Type.Array(Delivery, { description: 'One for each endpoint.' }) },
  {
    title: 'DeliveriesOfAnnouncement',
    description: 'The deliveries of an announcement, also to endpoints that were deleted.',
  },
)
export type DeliveriesOfAnnouncement = Static<typeof DeliveriesOfAnnouncement>

export const Replay = Type.Object(
  {
    from: text(
      VALUE_LENGTH_MAX,
      'Announced on or after; a date or a timestamp, in UTC. Real time.',
    ),
    to: Type.Optional(
      text(VALUE_LENGTH_MAX, 'Announced on or before; a date includes that day. Default: now.'),
    ),
    onlyFailed: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'True: leaves out what the endpoint has accepted.',
      }),
    ),
  },
  {
    title: 'WebhookReplay',
    additionalProperties: false,
    examples: [{ from: '2026-03-01', onlyFailed: true }],
  },
)
export type Replay = Static<typeof Replay>

export const ReplayResult = Type.Object(
  { deliveries: Type.Integer({ description: 'Number of deliveries that are sent now.' }) },
  { title: 'WebhookReplayResult', description: 'What is sent again.' },
)
export type ReplayResult = Static<typeof ReplayResult>

export const ResendRequest = Type.Object(
  {
    endpointId: Type.Optional(
      uuid(
        'Sends it to this endpoint, even if it was never delivered there. Default: all endpoints ' +
          'that have a delivery of it.',
      ),
    ),
  },
  {
    title: 'AnnouncementResend',
    additionalProperties: false,
    examples: [{}],
  },
)
export type ResendRequest = Static<typeof ResendRequest>

/** An optional body. */
export const OptionalResendRequest = Type.Unsafe<ResendRequest | null>({
  ...ResendRequest,
  type: ['object', 'null'],
})
