// biome-ignore-all lint/suspicious/noExplicitAny: API responses, of which only ids are read
type Caller = {
  get: (path: string) => Promise<any>
  post: (path: string, body?: unknown) => Promise<any>
  patch: (path: string, body: unknown) => Promise<unknown>
}

const WORK = { agentCode: 'support-agent', signalName: 'ticket-resolved' }

/** Creates budgets of several kinds, runs that hold some of them, and runs that do not fit. */
export async function limit(owner: Caller): Promise<void> {
  const [agent] = (await owner.get('/v1/agents?agentCode=support-agent')).results
  const day = { measure: 'cost', period: 'day' }
  for (const budget of [
    { name: '5 USD a day', ...day, amount: '5.00', action: 'block' },
    { name: 'Northwind', ...day, amount: '2.00', action: 'block', customerExternalId: 'northwind' },
    {
      name: 'Everything we spend on models',
      ...day,
      period: 'month',
      amount: '1000',
      action: 'alert',
      isPerCustomer: false,
    },
    {
      name: 'Tickets in any 5 hours',
      measure: 'quantity',
      period: 'rolling',
      rollingQuarters: 20,
      amount: '3',
      action: 'alert',
      agentId: agent.id,
    },
    {
      name: 'A single run of the support agent, such as one ticket with all of its follow-ups',
      ...day,
      period: 'run',
      amount: '0.50',
      action: 'block',
    },
  ]) {
    await owner.post('/v1/budgets', budget)
  }
  const off = { name: 'Last quarter', measure: 'cost', period: 'billing_period', amount: '250' }
  const { id } = await owner.post('/v1/budgets', { ...off, action: 'alert' })
  await owner.patch(`/v1/budgets/${id}`, { isActive: false })
  const ask = async (runId: string, estimatedCostUsd: string, customer = 'northwind') => {
    const body = { ...WORK, customerExternalId: customer, runId, estimatedCostUsd }
    // A busy machine may not decide in time; the same run asks again.
    await owner
      .post('/v1/guard/holds', body)
      .catch(() => owner.post('/v1/guard/holds', body))
      .catch(() => owner.post('/v1/guard/holds', body))
  }
  for (let run = 1; run <= 4; run += 1) {
    await ask(`ticket-${run}`, '0.10')
    const used = { model: 'gpt-4o', modelProvider: 'openai', inputTokens: 12_000 * run }
    await report(owner, { runId: `ticket-${run}`, ...used, quantity: 1 })
  }
  await ask('ticket-5', '0.40')
  await report(owner, {
    runId: 'ticket-5',
    model: 'gpt-4o',
    modelProvider: 'openai',
    inputTokens: 60_000,
    quantity: 0,
  })
  await ask('ticket-6', '0.45')
  await ask('nightly-report-with-a-rather-long-run-id-0193a8f0', '0.30', 'initech')
  await ask('ticket-7', '0.48')
  await ask('ticket-8', '0.49')
  await ask('ticket-9', '0.75')
  const period = { period: 'billing_period', action: 'alert' }
  await owner.post('/v1/budgets', { name: 'Plan', measure: 'revenue', amount: '500', ...period })
  const healthy = { name: 'Healthy margin', measure: 'margin', amount: '40', toleratedLoss: '10' }
  await owner.post('/v1/budgets', { ...healthy, ...period })
}

const report = (owner: Caller, record: object) =>
  owner.post('/v1/usage/record', {
    records: [{ ...WORK, customerExternalId: 'northwind', ...record }],
  })
