import { type Static, Type } from 'typebox'
import { lines, nullable, sentDecimal, timestamp, uuid } from '../../../platform/http/fields.ts'
import { customerExternalId } from '../../customers/fields.ts'
import { AUTO_TOP_UP_STATUSES, CONSENT_SOURCES, STOP_REASONS } from '../auto-top-ups/auto-top-up.ts'

const MONTHLY_MAX = 100
const CONSENT_LENGTH_MAX = 2_000

/** Fields that set automatic top-ups, by the operator or by the customer. */
export const termsFields = {
  currency: Type.String({ minLength: 3, maxLength: 3, examples: ['USD'] }),
  threshold: sentDecimal(
    'Topped up while less than this is available. A number or decimal text, 0 or more.',
  ),
  amount: sentDecimal('The amount of each top-up: a positive number or decimal text.'),
  maxPerMonth: Type.Integer({
    minimum: 1,
    maximum: MONTHLY_MAX,
    description: 'The most automatic top-ups of a calendar month (UTC).',
  }),
  consentText: Type.String({
    ...lines(CONSENT_LENGTH_MAX, 'The text that the customer agreed to, word for word.'),
    minLength: 1,
  }),
}

/** Fields of an automatic top-up that its customer may see. */
export const shownFields = {
  id: uuid('Id of this agreement: setting it again makes a new one.'),
  currency: Type.String(),
  status: Type.Enum([...AUTO_TOP_UP_STATUSES], {
    title: 'AutoTopUpStatus',
    description:
      'active: credit below the threshold is topped up. waiting: not before `nextAttemptAt`, because ' +
      'one failed, was voided or refunded, or `maxPerMonth` is reached. off: it has stopped.',
  }),
  stopReason: nullable(
    Type.Enum([...STOP_REASONS], { title: 'AutoTopUpStopReason' }),
    'Null unless it is off. switched_off: by the customer or the operator. replaced: it was set again. ' +
      'failures: three in a row failed. no_payment_method: the saved payment method was removed. ' +
      'dispute: a bank took the money of a top-up back. customer_deleted.',
  ),
  threshold: Type.Number({ description: 'Topped up while less than this is available.' }),
  amount: Type.Number({ description: 'The amount of each top-up.' }),
  maxPerMonth: Type.Integer({
    description: 'The most automatic top-ups of a calendar month (UTC).',
  }),
  topUpsThisMonth: Type.Integer({
    description: 'Automatic top-ups of this month in the currency that did not fail.',
  }),
  openTopUpId: nullable(uuid(), 'The automatic top-up that is not paid yet; null without one.'),
  failures: Type.Integer({ description: 'Failures in a row; the third one stops it.' }),
  nextAttemptAt: nullable(timestamp(), 'Business time; null unless the status is waiting.'),
  consentedBy: Type.String({ description: 'Who agreed to the charges.' }),
  consentText: Type.String({ description: 'The text that the customer agreed to, word for word.' }),
  consentSource: Type.Enum([...CONSENT_SOURCES], {
    title: 'ConsentSource',
    description:
      'customer: agreed in the portal. operator: the operator states that the customer agreed.',
  }),
  consentedAt: timestamp('Business time.'),
  stoppedAt: nullable(timestamp(), 'Business time; null while it is on.'),
}

const Shown = Type.Object(shownFields)
export type ShownAutoTopUp = Static<typeof Shown>

export const AutoTopUp = Type.Object(
  { ...shownFields, customerId: uuid(), customerExternalId },
  {
    title: 'AutoTopUp',
    description:
      'An agreement of a customer that its saved payment method is charged when little of its prepaid ' +
      'credit is available.',
  },
)
export type AutoTopUp = Static<typeof AutoTopUp>
