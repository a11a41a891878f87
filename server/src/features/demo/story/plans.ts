/** A price of a plan; a usage price names its signal. */
export type Price =
  | { chargeType: 'recurring' | 'seat_based' | 'onetime'; name: string; rate: string }
  | { chargeType: 'usage'; pricingModel: 'flat'; signal: string; rate: string }
  | {
      chargeType: 'usage'
      pricingModel: 'graduated' | 'volume' | 'credit_pool'
      signal: string
      /** The upper bound of each tier and its rate per unit; null means no upper bound. */
      tiers: readonly (readonly [upper: number | null, rate: string])[]
    }

export type Plan = {
  name: string
  description: string
  agentCode: string
  prices: readonly Price[]
}

const usage = { chargeType: 'usage' } as const

/** Plans that cover every pricing model. */
export const PLANS = {
  perTicket: {
    name: 'Support per ticket',
    description: 'A price per resolved ticket, without a base fee',
    agentCode: 'support-desk',
    prices: [
      { ...usage, pricingModel: 'flat', signal: 'ticket-resolved', rate: '0.90' },
      { ...usage, pricingModel: 'flat', signal: 'call-answered', rate: '1.40' },
    ],
  },
  growth: {
    name: 'Support growth',
    description: 'A base fee, and ticket prices that fall with volume',
    agentCode: 'support-desk',
    prices: [
      { chargeType: 'recurring', name: 'Base fee', rate: '149' },
      {
        ...usage,
        pricingModel: 'graduated',
        signal: 'ticket-resolved',
        tiers: [
          [50, '0'],
          [200, '0.80'],
          [null, '0.60'],
        ],
      },
      { ...usage, pricingModel: 'flat', signal: 'call-answered', rate: '1.20' },
    ],
  },
  seats: {
    name: 'Support seats',
    description: 'One price per seat, however many tickets are resolved',
    agentCode: 'support-desk',
    prices: [
      { chargeType: 'seat_based', name: 'Seats', rate: '39' },
      { ...usage, pricingModel: 'flat', signal: 'call-answered', rate: '0.10' },
    ],
  },
  volume: {
    name: 'Documents by volume',
    description: 'All pages at the rate of the monthly volume',
    agentCode: 'document-reader',
    prices: [
      { chargeType: 'onetime', name: 'Set-up', rate: '500' },
      {
        ...usage,
        pricingModel: 'volume',
        signal: 'page-read',
        tiers: [
          [1_000, '0.12'],
          [3_000, '0.09'],
          [null, '0.06'],
        ],
      },
      { ...usage, pricingModel: 'flat', signal: 'contract-reviewed', rate: '18' },
    ],
  },
  pool: {
    name: 'Documents pool',
    description: 'A monthly pool of pages, and a rate for each page above it',
    agentCode: 'document-reader',
    prices: [
      {
        ...usage,
        pricingModel: 'credit_pool',
        signal: 'page-read',
        tiers: [
          [1_500, '150'],
          [null, '0.11'],
        ],
      },
      { ...usage, pricingModel: 'flat', signal: 'contract-reviewed', rate: '20' },
    ],
  },
  research: {
    name: 'Research per lead',
    description: 'A price per lead and per booked meeting',
    agentCode: 'sales-researcher',
    prices: [
      { ...usage, pricingModel: 'flat', signal: 'lead-researched', rate: '2.50' },
      { ...usage, pricingModel: 'flat', signal: 'meeting-booked', rate: '40' },
    ],
  },
  researchYear: {
    name: 'Research by the year',
    description: 'A yearly fee, and a lower price per lead',
    agentCode: 'sales-researcher',
    prices: [
      { chargeType: 'recurring', name: 'Yearly fee', rate: '3600' },
      { ...usage, pricingModel: 'flat', signal: 'lead-researched', rate: '1.20' },
    ],
  },
} as const satisfies Record<string, Plan>

export type PlanName = keyof typeof PLANS

/** Converts prices to strategies of the API: each tier begins where the previous one ends. */
export function strategiesOf(plan: Plan, signalIds: ReadonlyMap<string, string>): unknown[] {
  return plan.prices.map((price) => {
    if (price.chargeType !== 'usage') return price
    const { signal, ...rest } = price
    const signalId = signalIds.get(signal)
    if (!('tiers' in rest)) return { ...rest, signalId }
    const tiers = rest.tiers.map(([upper, rate], index) => ({
      lower: rest.tiers[index - 1]?.[0] ?? 0,
      upper,
      rate,
    }))
    return { ...rest, signalId, tiers }
  })
}
