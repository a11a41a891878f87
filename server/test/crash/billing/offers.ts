/** A price of a plan as the API takes it; `signal` is the name of the priced signal. */
export type Price = { signal?: string } & Record<string, unknown>

export type Offer = { name: string; currency: string; prices: readonly Price[] }

const TIERS = [
  { lower: 0, upper: 40, rate: '0.125' },
  { lower: 40, upper: 300, rate: '0.0733' },
  { lower: 300, upper: null, rate: '0.0108' },
]
const YEN_TIERS = [
  { lower: 0, upper: 100, rate: '12' },
  { lower: 100, upper: null, rate: '7.5' },
]
const POOL = [
  { lower: 0, upper: 50, rate: '9.875' },
  { lower: 50, upper: null, rate: '0.2125' },
]

/** Every charge type, every pricing model, and currencies with 0, 2 and 3 decimals. */
export const OFFERS: readonly Offer[] = [
  {
    name: 'Starter',
    currency: 'USD',
    prices: [
      { chargeType: 'recurring', rate: '49' },
      { chargeType: 'onetime', rate: '99.95' },
      { chargeType: 'usage', signal: 'ticket', pricingModel: 'flat', rate: '0.375' },
    ],
  },
  {
    name: 'Team',
    currency: 'EUR',
    prices: [
      { chargeType: 'seat_based', rate: '7.35' },
      { chargeType: 'usage', signal: 'ticket', pricingModel: 'graduated', tiers: TIERS },
    ],
  },
  {
    name: 'Volume',
    currency: 'JPY',
    prices: [
      { chargeType: 'recurring', rate: '1980' },
      { chargeType: 'usage', signal: 'call', pricingModel: 'volume', tiers: YEN_TIERS },
    ],
  },
  {
    name: 'Pool',
    currency: 'KWD',
    prices: [
      { chargeType: 'onetime', rate: '4.125' },
      { chargeType: 'usage', signal: 'reply', pricingModel: 'credit_pool', tiers: POOL },
    ],
  },
  {
    name: 'Everything',
    currency: 'USD',
    prices: [
      { chargeType: 'recurring', rate: '19.99' },
      { chargeType: 'seat_based', rate: '3.333' },
      { chargeType: 'usage', signal: 'ticket', pricingModel: 'flat', rate: '0.0125' },
      { chargeType: 'usage', signal: 'reply', pricingModel: 'graduated', tiers: TIERS },
      { chargeType: 'usage', signal: 'call', pricingModel: 'volume', tiers: TIERS },
      { chargeType: 'usage', signal: 'draft', pricingModel: 'credit_pool', tiers: POOL },
    ],
  },
]
