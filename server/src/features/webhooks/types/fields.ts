import { type TSchema, Type } from 'typebox'
import { nullable, timestamp, uuid } from '../../../platform/http/fields.ts'
import { CreditAlert } from '../../control/alerts/credit/fields.ts'
import { BudgetAlert } from '../../control/alerts/fields.ts'
import { PastDecision } from '../../control/decisions/fields.ts'
import { customerExternalId } from '../../customers/fields.ts'
import { costRateFields } from '../../events/cost-rates/fields.ts'
import { Invoice } from '../../invoices/invoice-fields.ts'
import { AutoTopUp } from '../../payments/auto-top-up-settings/fields.ts'
import { RepricingRun } from '../../repricing/run-fields.ts'
import type { AnnouncementType, ObjectKind } from './types.ts'

const version = Type.Integer({
  description: 'Of two announcements about one object, the higher version is the later state.',
})

const omitted = Type.Optional(
  Type.Array(
    Type.Object(
      {
        field: Type.String({
          description:
            'Its name, or a name such as `lineItems[].tiers` for a field in the items of a list.',
        }),
        total: nullable(
          Type.Integer(),
          'Number of items of the whole list; of the longest one for a field in the items of a ' +
            'list. Null unless a list.',
        ),
        url: nullable(
          Type.String(),
          'Path that the whole object is read from. Null if it has no route of its own.',
        ),
      },
      {
        title: 'OmittedField',
        description:
          'A field of which an announcement has only a part: a list ends after 100 items. If the ' +
          'object would still be larger than 256 KB, its largest lists, objects and texts are empty.',
      },
    ),
    { description: 'What an announcement leaves out. Absent if it is complete.' },
  ),
)

/** Fields that every object of an announcement has. */
const Announced = Type.Object(
  { version, omitted },
  { title: 'Announced', description: 'What an announcement adds to its object.' },
)

/** An object of the API document, in an announcement. */
const announced = (name: string) =>
  Type.Unsafe<object>({ allOf: [{ $ref: `#/components/schemas/${name}` }, Announced] })

const { totalCost, ...invoiceFields } = Invoice.properties

const AnnouncedInvoice = Type.Object(
  { ...invoiceFields, totalCost: Type.Optional(totalCost), version, omitted },
  {
    title: 'AnnouncedInvoice',
    description:
      'An invoice. Without `includeCosts`, `cost` and `margin` are null, `agentBreakdown` is ' +
      'empty and `totalCost` is missing.',
  },
)

const { isFree, ...costRate } = costRateFields

const AnnouncedCostRate = Type.Object(
  { ...costRate, isFree: Type.Optional(isFree), version, omitted },
  {
    title: 'AnnouncedCostRate',
    description:
      'An own cost rate. Without `includeCosts`, `percentOff` and all rates are null, and `isFree` ' +
      'is missing.',
  },
)

const { costBefore, costAfter, ...runFields } = RepricingRun.properties

const AnnouncedRepricingRun = Type.Object(
  {
    ...runFields,
    costBefore: Type.Optional(costBefore),
    costAfter: Type.Optional(costAfter),
    version,
    omitted,
  },
  {
    title: 'AnnouncedRepricingRun',
    description:
      'A repricing run. Without `includeCosts`, `costBefore` and `costAfter` are missing.',
  },
)

const ofCosts = (description: string) =>
  nullable(Type.String(), `${description} Null for a cost or a margin without \`includeCosts\`.`)

const AnnouncedBudgetAlert = Type.Object(
  {
    ...BudgetAlert.properties,
    limit: ofCosts('The limit.'),
    spent: ofCosts('Used in the window.'),
    held: ofCosts('Held by open runs.'),
    version,
    omitted,
  },
  { title: 'AnnouncedBudgetAlert', description: 'A budget that reached a threshold.' },
)

const AnnouncedDecision = Type.Object(
  {
    ...PastDecision.properties,
    message: ofCosts('The decision in one line, with its figures.'),
    limit: ofCosts('The limit.'),
    spent: ofCosts('Used in the window.'),
    held: ofCosts('Held by other open runs.'),
    asked: ofCosts('What the run asked of the budget.'),
    version,
    omitted,
  },
  { title: 'AnnouncedGuardDecision', description: 'A decision that blocked a run.' },
)

const AnnouncedAutoTopUp = Type.Object(
  { ...AutoTopUp.properties, version, omitted },
  { title: 'AnnouncedAutoTopUp', description: 'An automatic top-up that has stopped.' },
)

const AnnouncedCreditAlert = Type.Object(
  { ...CreditAlert.properties, version, omitted },
  { title: 'AnnouncedCreditAlert', description: 'Credit that is low, used up or about to expire.' },
)

const UnknownModel = Type.Object(
  { model: Type.String(), provider: Type.String(), version },
  { title: 'UnknownModel', description: 'A model without a price, as usage records name it.' },
)

const rate = nullable(Type.String(), 'USD per `costUnit`; null: no rate is published.')

const HeldPrice = Type.Object(
  {
    id: uuid('Id of the price.'),
    serviceId: uuid('The service, whose price in force does not change.'),
    provider: Type.String(),
    canonicalName: Type.String(),
    costUnit: Type.String(),
    inputCost: rate,
    outputCost: rate,
    cacheReadCost: rate,
    cacheWriteCost: rate,
    cacheWrite1hCost: nullable(
      Type.String(),
      'USD per `costUnit` for cache writes of one hour; null: `cacheWriteCost` applies.',
    ),
    longContext: Type.Array(Type.Unsafe<object>({ $ref: '#/components/schemas/LongContextCost' })),
    serviceTiers: Type.Array(Type.Unsafe<object>({ $ref: '#/components/schemas/ServiceTierCost' })),
    source: Type.String({ description: 'The price list that has it.' }),
    reason: Type.String({ description: 'Why it looks implausible.' }),
    createdAt: timestamp(),
    version,
  },
  {
    title: 'QuarantinedPrice',
    description:
      'A price that is not used until a person accepts it, with the fields of a service.',
  },
)

const EndpointTest = Type.Object(
  { endpointId: uuid(), version },
  { title: 'WebhookTest', description: 'A test of an endpoint.' },
)

const DATA: Record<ObjectKind, TSchema> = {
  customer: announced('Customer'),
  subscription: announced('Subscription'),
  invoice: AnnouncedInvoice,
  payment: announced('PaymentWithInvoice'),
  refund: announced('Refund'),
  event: announced('UsageEventDetail'),
  rejection: announced('Rejection'),
  rejection_request: announced('RejectionRequest'),
  unknown_model: UnknownModel,
  service: announced('Service'),
  quarantined_price: HeldPrice,
  cost_rate: AnnouncedCostRate,
  repricing_run: AnnouncedRepricingRun,
  coupon: announced('Coupon'),
  pricing_plan: announced('PricingPlan'),
  budget_alert: AnnouncedBudgetAlert,
  guard_decision: AnnouncedDecision,
  top_up: announced('TopUp'),
  auto_top_up: AnnouncedAutoTopUp,
  credit_alert: AnnouncedCreditAlert,
  email: announced('EmailSummary'),
  endpoint: EndpointTest,
}

type Described = { type: AnnouncementType; title: string; description: string; object: ObjectKind }

/** Returns the schema of announcements of one type. */
export function announcementSchema({ type, title, description, object }: Described): TSchema {
  return Type.Object(
    {
      id: uuid('The same in every attempt; also the header `webhook-id`.'),
      type: Type.Literal(type),
      timestamp: timestamp('When it happened, in business time.'),
      customerId: nullable(uuid()),
      customerExternalId,
      data: DATA[object],
    },
    { title, description },
  )
}
