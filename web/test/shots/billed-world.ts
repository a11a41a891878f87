// biome-ignore-all lint/suspicious/noExplicitAny: API responses, of which only ids are read
type Method = (path: string, body?: unknown) => Promise<any>
type Caller = { get: Method; post: Method; patch: Method }

const MONTHS_BACK = 2

/** Creates a plan, subscriptions and invoices for the customers that the events created. */
export async function bill(owner: Caller): Promise<void> {
  const agent = (await owner.get('/v1/agents?limit=1')).results[0]
  const signal = (await owner.get(`/v1/signals?agentId=${agent.id}`)).results[0]
  const plan = await owner.post('/v1/pricing-plans', { name: 'Growth', agentId: agent.id })
  await owner.post(`/v1/pricing-plans/${plan.id}/pricing-strategies`, [
    { name: 'Platform', chargeType: 'recurring', rate: 249 },
    {
      name: 'Tickets resolved',
      chargeType: 'usage',
      pricingModel: 'graduated',
      signalId: signal.id,
      tiers: [
        { lower: 0, upper: 1000, rate: 0 },
        { lower: 1000, upper: 10_000, rate: '0.90' },
        { lower: 10_000, upper: null, rate: '0.70' },
      ],
    },
  ])
  await price(owner, agent.id)
  const { results: customers } = await owner.get('/v1/customers?sortBy=name&sortOrder=asc')
  const northwind = customers.find((one: { externalId: string }) => one.externalId === 'northwind')
  await owner.patch(`/v1/customers/${northwind.id}`, {
    name: 'Northwind Traders',
    email: 'accounts@northwind.example',
    addressLine1: 'Hafenstrasse 12',
    zipCode: '20457',
    city: 'Hamburg',
    country: 'DE',
    timezone: 'Europe/Berlin',
    taxId: 'DE811907980',
    metadata: { tier: 'gold' },
  })
  const first = firstOfMonth(-MONTHS_BACK)
  const subscription = await owner.post('/v1/subscriptions', {
    name: 'Growth 2026',
    planId: plan.id,
    agentId: agent.id,
    customerId: northwind.id,
    startDate: first,
  })
  const ids = { customerId: northwind.id, subscriptionId: subscription.id }
  for (const month of [-2, -1]) {
    const invoice = await owner.post('/v1/invoices/generate', {
      ...ids,
      billingPeriodStart: firstOfMonth(month),
      billingPeriodEnd: firstOfMonth(month + 1),
    })
    if (month === -2) await owner.post(`/v1/invoices/${invoice.id}/send`)
  }
  await giveCoupons(owner, ids)
  await collect(owner, {
    planId: plan.id,
    agentId: agent.id,
    customer: customers.find((one: { externalId: string }) => one.externalId === 'initech'),
  })
  await owner.post('/v1/customers', {
    name: 'Contoso Facility Management and Property Services Holding GmbH & Co. KGaA',
    externalId: 'contoso',
    email: 'invoices.receivable.department@contoso-facility-management.example',
    status: 'suspended',
  })
}

/** Creates plans of other kinds, one of them inactive and one without a price. */
async function price(owner: Caller, agentId: string): Promise<void> {
  const seats = await owner.post('/v1/pricing-plans', {
    name: 'Team',
    description: 'For teams that pay by seat, whatever they use',
    agentId,
  })
  await owner.post(`/v1/pricing-plans/${seats.id}/pricing-strategies`, [
    { name: 'Platform', chargeType: 'recurring', rate: 99 },
    { name: 'Seats', chargeType: 'seat_based', rate: 20 },
    { name: 'Set-up', chargeType: 'onetime', rate: 1_500 },
  ])
  const signal = (await owner.get(`/v1/signals?agentId=${agentId}`)).results[1]
  const pool = await owner.post('/v1/pricing-plans', {
    name: 'Pay as you go with a rather long name for the European market',
    agentId,
    currency: 'EUR',
    isActive: false,
  })
  await owner.post(`/v1/pricing-plans/${pool.id}/pricing-strategies`, [
    {
      name: 'Documents',
      chargeType: 'usage',
      pricingModel: 'credit_pool',
      signalId: signal.id,
      tiers: [
        { lower: 0, upper: 1000, rate: 500 },
        { lower: 1000, upper: null, rate: '0.60' },
      ],
    },
  ])
  await owner.post('/v1/pricing-plans', { name: 'Enterprise' })
}

/** Creates one coupon of each kind: some granted, one ended. */
async function giveCoupons(
  owner: Caller,
  ids: { customerId: string; subscriptionId: string },
): Promise<void> {
  const launch = await owner.post('/v1/coupons', {
    name: 'Launch offer',
    percentOff: 20,
    duration: 'repeating',
    durationPeriods: 3,
  })
  const sorry = await owner.post('/v1/coupons', {
    name: 'Sorry for the outage',
    amountOff: '50.00',
    currency: 'USD',
  })
  const partner = await owner.post('/v1/coupons', {
    name: 'Partner',
    percentOff: '12.5',
    duration: 'forever',
  })
  await owner.post('/v1/discounts', { couponId: launch.id, customerId: ids.customerId })
  await owner.post('/v1/discounts', { couponId: sorry.id, ...ids })
  await owner.patch(`/v1/coupons/${partner.id}`, { isActive: false })
}

/** Creates invoices that are paid, refunded, voided and open, one each. */
async function collect(
  owner: Caller,
  { planId, agentId, customer }: { planId: string; agentId: string; customer: any },
): Promise<void> {
  await owner.patch(`/v1/customers/${customer.id}`, {
    name: 'Initech',
    email: 'billing@initech.example',
    country: 'US',
  })
  const subscription = await owner.post('/v1/subscriptions', {
    name: 'Growth',
    planId,
    agentId,
    customerId: customer.id,
    startDate: firstOfMonth(-5),
  })
  const ids = { customerId: customer.id, subscriptionId: subscription.id }
  for (const month of [-5, -4, -3, -2]) {
    const { id, total } = await owner.post('/v1/invoices/generate', {
      ...ids,
      billingPeriodStart: firstOfMonth(month),
      billingPeriodEnd: firstOfMonth(month + 1),
    })
    await owner.post(`/v1/invoices/${id}/send`)
    if (month === -3) await owner.post(`/v1/invoices/${id}/void`, { reason: 'Billed by hand' })
    if (month > -4) continue
    const paid = { amount: total, method: 'bank_transfer', reference: `ZX-229${month + 5}` }
    const payment = await owner.post(`/v1/invoices/${id}/payments`, paid)
    const refund = { amount: month === -5 ? total : 40, reason: 'Two jobs failed' }
    await owner.post(`/v1/invoices/${id}/payments/${payment.id}/refund`, refund)
  }
}

function firstOfMonth(offset: number): string {
  const now = new Date()
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1))
  return first.toISOString().slice(0, 10)
}
