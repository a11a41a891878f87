import { queryOptions } from '@tanstack/react-query'
import { apiOf, bodyOf } from './client.ts'

/** Reads one row, which is enough to know that something exists. */
const ONE = { params: { query: { limit: 1 } } } as const
const LATEST = 5
const SENT = ['issued', 'paid', 'overdue'] as const

export const latestEventsQuery = (organization: string) =>
  queryOptions({
    queryKey: [organization, 'events', 'latest'],
    // Always reads again, so that events that have just arrived appear.
    staleTime: 0,
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/events', { params: { query: { limit: LATEST } }, signal }),
      ),
  })

/** Steps that the user may not read count as done; other members take care of them. */
type Rights = { mayReadKeys: boolean; mayReadPeople: boolean }

/** Setup progress of an organization, derived from existing data and stored nowhere. */
export const progressQuery = (organization: string, { mayReadKeys, mayReadPeople }: Rights) =>
  queryOptions({
    queryKey: [organization, 'progress', mayReadKeys, mayReadPeople],
    // A step may just have been completed elsewhere, such as on the payment page.
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const client = apiOf(organization)
      const invoicesIn = (status: (typeof SENT)[number][]) =>
        bodyOf(client.GET('/v1/invoices', { params: { query: { limit: 1, status } }, signal }))
      const [plans, subscriptions, sent, paid, keys, members] = await Promise.all([
        bodyOf(client.GET('/v1/pricing-plans', { ...ONE, signal })),
        bodyOf(client.GET('/v1/subscriptions', { ...ONE, signal })),
        invoicesIn([...SENT]),
        invoicesIn(['paid']),
        mayReadKeys ? bodyOf(client.GET('/v1/api-keys', { ...ONE, signal })) : undefined,
        mayReadPeople ? bodyOf(client.GET('/v1/members', { ...ONE, signal })) : undefined,
      ])
      return {
        hasPlan: plans.results.length > 0,
        hasSubscription: subscriptions.results.length > 0,
        hasSentInvoice: sent.data.length > 0,
        hasPaidInvoice: paid.data.length > 0,
        hasKey: keys === undefined || keys.totalResults > 0,
        hasTeam: members === undefined || members.totalResults > 1,
      }
    },
  })

export type Progress = Awaited<ReturnType<NonNullable<ReturnType<typeof progressQuery>['queryFn']>>>
