import { queryOptions } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import type { Coupon, InvoiceSummary, Service } from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'

/** An option of a selection. `about` distinguishes options with the same name. */
export type Choice = { id: string; name: string; about: string | null }

/** Finds options by a text in their names, or one option by id. */
export type Choices = {
  /** Key prefix of its queries, as for its lists. */
  resource: string
  search: (organization: string, text: string, signal: AbortSignal) => Promise<Choice[]>
  find: (organization: string, id: string, signal: AbortSignal) => Promise<Choice>
}

/** Number of options shown at once; a longer search text narrows them down. */
const SHOWN = 20
const byName = (search: string) =>
  ({
    limit: SHOWN,
    sortBy: 'name',
    sortOrder: 'asc',
    ...(search === '' ? {} : { search }),
  }) as const

type Named = { id: string; name: string }
const customerChoice = ({ id, name, externalId }: Named & { externalId: string | null }) => ({
  id,
  name,
  about: externalId,
})
const agentChoice = ({ id, name, agentCode }: Named & { agentCode: string }) => ({
  id,
  name,
  about: agentCode,
})
const signalChoice = ({ id, name, shortName }: Named & { shortName: string }) => ({
  id,
  name,
  about: shortName,
})
const planChoice = ({ id, name, description }: Named & { description: string | null }) => ({
  id,
  name,
  about: description,
})

const subscriptionChoice = ({ id, name, startDate }: Named & { startDate: string }) => ({
  id,
  name,
  about: `since ${startDate}`,
})

const serviceChoice = ({
  id,
  canonicalName,
  provider,
}: Pick<Service, 'id' | 'canonicalName' | 'provider'>) => ({
  id,
  name: canonicalName,
  about: provider,
})

const invoiceChoice = ({
  id,
  invoiceNumber,
  customerName,
}: Pick<InvoiceSummary, 'id' | 'invoiceNumber' | 'customerName'>) => ({
  id,
  name: invoiceNumber,
  about: customerName,
})

export const CUSTOMERS: Choices = {
  resource: 'customers',
  search: async (organization, text, signal) => {
    const asked = apiOf(organization).GET('/v1/customers', {
      params: { query: byName(text) },
      signal,
    })
    return (await bodyOf(asked)).results.map(customerChoice)
  },
  find: async (organization, customerId, signal) => {
    const path = { customerId }
    const asked = apiOf(organization).GET('/v1/customers/{customerId}', {
      params: { path },
      signal,
    })
    return customerChoice(await bodyOf(asked))
  },
}

export const AGENTS: Choices = {
  resource: 'agents',
  search: async (organization, text, signal) => {
    const asked = apiOf(organization).GET('/v1/agents', { params: { query: byName(text) }, signal })
    return (await bodyOf(asked)).results.map(agentChoice)
  },
  find: async (organization, agentId, signal) => {
    const path = { agentId }
    const asked = apiOf(organization).GET('/v1/agents/{agentId}', { params: { path }, signal })
    return agentChoice(await bodyOf(asked))
  },
}

/** All plans, or only those that accept new subscriptions. */
const plansOf = (isActive?: true): Choices => ({
  resource: isActive ? 'active pricing-plans' : 'pricing-plans',
  search: async (organization, text, signal) => {
    const query = { ...byName(text), ...(isActive && { isActive }) }
    const asked = apiOf(organization).GET('/v1/pricing-plans', { params: { query }, signal })
    return (await bodyOf(asked)).results.map(planChoice)
  },
  find: async (organization, planId, signal) => {
    const path = { planId }
    const asked = apiOf(organization).GET('/v1/pricing-plans/{planId}', {
      params: { path },
      signal,
    })
    return planChoice(await bodyOf(asked))
  },
})

export const PLANS = plansOf()
export const ACTIVE_PLANS = plansOf(true)

/** Invoices that can still be paid, by number. */
export const PAYABLE_INVOICES: Choices = {
  resource: 'invoices',
  search: async (organization, text, signal) => {
    const query = {
      limit: SHOWN,
      status: ['pending' as const, 'issued' as const, 'overdue' as const],
      ...(text === '' ? {} : { search: text }),
    }
    const asked = apiOf(organization).GET('/v1/invoices', { params: { query }, signal })
    return (await bodyOf(asked)).data.map(invoiceChoice)
  },
  find: async (organization, invoiceId, signal) => {
    const path = { invoiceId }
    const asked = apiOf(organization).GET('/v1/invoices/{invoiceId}', { params: { path }, signal })
    return invoiceChoice(await bodyOf(asked))
  },
}

/** Catalog entries to which a model without a rate can be mapped. */
export const SERVICES: Choices = {
  resource: 'services',
  search: async (organization, text, signal) => {
    const query = { limit: SHOWN, ...(text === '' ? {} : { search: text }) }
    const asked = apiOf(organization).GET('/v1/services', { params: { query }, signal })
    return (await bodyOf(asked)).data.map(serviceChoice)
  },
  find: async (organization, serviceId, signal) => {
    const path = { serviceId }
    const asked = apiOf(organization).GET('/v1/services/{serviceId}', { params: { path }, signal })
    return serviceChoice(await bodyOf(asked))
  },
}

/** Signals of one agent, or of all. Signals of different agents may have the same name. */
export const signalsOf = (agentId: string | undefined): Choices => ({
  resource: `signals of ${agentId ?? 'all'}`,
  search: async (organization, text, signal) => {
    const query = { ...byName(text), ...(agentId === undefined ? {} : { agentId }) }
    const asked = apiOf(organization).GET('/v1/signals', { params: { query }, signal })
    const { results } = await bodyOf(asked)
    const agentNames = await agentsOfRepeated(results, organization, signal)
    return results.map((one) => ({
      ...signalChoice(one),
      about: agentNames.get(one.id) ?? one.shortName,
    }))
  },
  find: async (organization, signalId, signal) => {
    const path = { signalId }
    const asked = apiOf(organization).GET('/v1/signals/{signalId}', { params: { path }, signal })
    return signalChoice(await bodyOf(asked))
  },
})

type Signal = Named & { agentId: string }

/** Returns the name of the agent of each signal that shares its name with another one, by its id. */
async function agentsOfRepeated(
  signals: readonly Signal[],
  organization: string,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const byName = Map.groupBy(signals, ({ name }) => name)
  const repeated = [...byName.values()].filter((one) => one.length > 1).flat()
  const agentIds = [...new Set(repeated.map(({ agentId }) => agentId))]
  const agents = await Promise.all(agentIds.map((id) => AGENTS.find(organization, id, signal)))
  const names = new Map(agents.map(({ id, name }) => [id, name]))
  return new Map(repeated.map(({ id, agentId }) => [id, names.get(agentId) ?? '']))
}

/** Signals of several agents, such as those of a plan; `about` names the agent. */
export const signalsOfAgents = (agents: readonly { id: string; name: string }[]): Choices => ({
  resource: `signals of ${agents.map(({ id }) => id).join(' ')}`,
  search: async (organization, text, signal) => {
    const pages = agents.map(async (agent) => {
      const found = await signalsOf(agent.id).search(organization, text, signal)
      return found.map((one) => ({ ...one, about: agent.name }))
    })
    return (await Promise.all(pages)).flat()
  },
  find: signalsOf(undefined).find,
})

/** Coupons that can be granted; `about` states the discount. */
export const couponChoices = (about: (coupon: Coupon) => string): Choices => ({
  resource: 'coupons',
  search: async (organization, text, signal) => {
    const query = { ...byName(text), isActive: true }
    const asked = apiOf(organization).GET('/v1/coupons', { params: { query }, signal })
    return (await bodyOf(asked)).results.map((one) => ({ ...one, about: about(one) }))
  },
  find: async (organization, couponId, signal) => {
    const path = { couponId }
    const asked = apiOf(organization).GET('/v1/coupons/{couponId}', { params: { path }, signal })
    const coupon = await bodyOf(asked)
    return { ...coupon, about: about(coupon) }
  },
})

/** All subscriptions, by name. */
export const SUBSCRIPTIONS: Choices = {
  resource: 'subscriptions',
  search: async (organization, text, signal) => {
    const asked = apiOf(organization).GET('/v1/subscriptions', {
      params: { query: byName(text) },
      signal,
    })
    return (await bodyOf(asked)).results.map(({ id, name, customerName }) => ({
      id,
      name,
      about: customerName,
    }))
  },
  find: subscriptionOf,
}

/** Active and future subscriptions of a customer. */
export const subscriptionsOf = (customerId: string): Choices => ({
  resource: `subscriptions of ${customerId}`,
  search: async (organization, text, signal) => {
    const query = { ...byName(text), customerId }
    const asked = apiOf(organization).GET('/v1/subscriptions', { params: { query }, signal })
    const { results } = await bodyOf(asked)
    return results.filter(({ status }) => status !== 'ended').map(subscriptionChoice)
  },
  find: subscriptionOf,
})

async function subscriptionOf(organization: string, subscriptionId: string, signal: AbortSignal) {
  const path = { subscriptionId }
  const asked = apiOf(organization).GET('/v1/subscriptions/{subscriptionId}', {
    params: { path },
    signal,
  })
  return subscriptionChoice(await bodyOf(asked))
}

export const choicesQuery = (organization: string, choices: Choices, text: string) =>
  queryOptions({
    queryKey: [organization, choices.resource, 'choices', text],
    queryFn: ({ signal }) => choices.search(organization, text, signal),
  })

/** Finds the option with an id; null if there is none, because a URL may contain a deleted id. */
export const choiceQuery = (organization: string, choices: Choices, id: string) =>
  queryOptions({
    queryKey: [organization, choices.resource, 'choice', id],
    queryFn: ({ signal }) =>
      choices.find(organization, id, signal).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }),
  })
