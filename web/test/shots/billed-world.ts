// biome-ignore-all lint/suspicious/noExplicitAny: answers of the API, of which only ids are read
type Method = (path: string, body?: unknown) => Promise<any>
type Caller = { get: Method; post: Method; patch: Method }

const MONTHS_BACK = 2

/** Gives the customers that events have made a plan, subscriptions and invoices, as a team would. */
export async function bill(owner: Caller): Promise<void> {
  const agent = (await owner.get('/v1/agents?limit=1')).results[0]
  const signal = (await owner.get(`/v1/signals?agentId=${agent.id}`)).results[0]
  const plan = await owner.post('/v1/pricing-plans', { name: 'Growth', agentId: agent.id })
  await owner.post(`/v1/pricing-plans/${plan.id}/pricing-strategies`, [
    { name: 'Platform', chargeType: 'recurring', rate: 249 },
    {
      name: 'Tickets resolved',
      chargeType: 'usage',
      pricingModel: 'flat',
      signalId: signal.id,
      rate: '0.90',
    },
  ])
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
  await owner.post('/v1/customers', {
    name: 'Contoso Facility Management and Property Services Holding GmbH & Co. KGaA',
    externalId: 'contoso',
    email: 'invoices.receivable.department@contoso-facility-management.example',
    status: 'suspended',
  })
}

function firstOfMonth(offset: number): string {
  const now = new Date()
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1))
  return first.toISOString().slice(0, 10)
}
