import { Text } from '@mantine/core'
import type { Announcement, WebhookDelivery } from '../../api/api-types.ts'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { kindOf, OBJECT_KINDS, type ObjectKind } from './announcement-types.ts'

type Props = {
  of: Pick<WebhookDelivery, 'type' | 'customerId'> & { objectId: string }
  /** The object, if it is known; it names the link. */
  data?: Announcement['data']
}

/** Names the object of an announcement, with a link to its page if it has one. */
export function ObjectLink({ of: { type, customerId, objectId }, data = {} }: Props) {
  const { slug } = useOrganization()
  const kind = kindOf(type)
  const name = nameOf(kind, data)
  const label = `${OBJECT_KINDS[kind]} ${name ?? `…${objectId.slice(-6)}`}`
  const look = { size: 'sm', display: 'block', truncate: true, title: name ?? objectId } as const
  // A deleted object has no page.
  if (type.endsWith('.deleted')) return <Text {...look}>{label}</Text>
  switch (kind) {
    case 'customer':
      return (
        <AnchorLink
          to="/o/$slug/customers/$customerId"
          params={{ slug, customerId: objectId }}
          {...look}
        >
          {label}
        </AnchorLink>
      )
    case 'subscription':
      return (
        <AnchorLink
          to="/o/$slug/subscriptions/$subscriptionId"
          params={{ slug, subscriptionId: objectId }}
          {...look}
        >
          {label}
        </AnchorLink>
      )
    case 'invoice':
    case 'top_up':
      return (
        <AnchorLink
          to="/o/$slug/invoices/$invoiceId"
          params={{ slug, invoiceId: objectId }}
          {...look}
        >
          {label}
        </AnchorLink>
      )
    case 'payment':
    case 'refund':
      return typeof data.invoiceId === 'string' ? (
        <AnchorLink
          to="/o/$slug/invoices/$invoiceId"
          params={{ slug, invoiceId: data.invoiceId }}
          {...look}
        >
          {label}
        </AnchorLink>
      ) : (
        <AnchorLink
          to="/o/$slug/payments"
          params={{ slug }}
          search={customerId === null ? {} : { customerId }}
          {...look}
        >
          {label}
        </AnchorLink>
      )
    case 'event':
      return (
        <AnchorLink to="/o/$slug/events" params={{ slug }} search={{ event: objectId }} {...look}>
          {label}
        </AnchorLink>
      )
    case 'coupon':
      return (
        <AnchorLink to="/o/$slug/coupons" params={{ slug }} search={{ coupon: objectId }} {...look}>
          {label}
        </AnchorLink>
      )
    case 'pricing_plan':
      return (
        <AnchorLink to="/o/$slug/plans/$planId" params={{ slug, planId: objectId }} {...look}>
          {label}
        </AnchorLink>
      )
    case 'unknown_model':
      return (
        <AnchorLink to="/o/$slug/unknown-costs" params={{ slug }} {...look}>
          {label}
        </AnchorLink>
      )
    case 'endpoint':
      return (
        <AnchorLink
          to="/o/$slug/developers/webhooks/$endpointId"
          params={{ slug, endpointId: objectId }}
          {...look}
        >
          {label}
        </AnchorLink>
      )
    case 'service':
    case 'quarantined_price':
      return (
        <AnchorLink
          to="/o/$slug/developers/models"
          params={{ slug }}
          search={typeof data.canonicalName === 'string' ? { search: data.canonicalName } : {}}
          {...look}
        >
          {label}
        </AnchorLink>
      )
    case 'cost_rate':
      return (
        <AnchorLink
          to="/o/$slug/developers/cost-rates"
          params={{ slug }}
          search={{ rate: objectId }}
          {...look}
        >
          {label}
        </AnchorLink>
      )
    case 'budget_alert':
      return (
        <AnchorLink
          to="/o/$slug/control/budgets"
          params={{ slug }}
          search={{
            ...(typeof data.budgetId === 'string' && { budget: data.budgetId }),
            ...(customerId !== null && { customerId }),
          }}
          {...look}
        >
          {label}
        </AnchorLink>
      )
    case 'guard_decision':
      return (
        <AnchorLink
          to="/o/$slug/control/decisions"
          params={{ slug }}
          search={{
            ...(typeof data.runId === 'string' && { runId: data.runId }),
            ...(customerId !== null && { customerId }),
          }}
          {...look}
        >
          {label}
        </AnchorLink>
      )
    case 'email':
    case 'repricing_run':
      return <Text {...look}>{label}</Text>
  }
}

const NAME_FIELDS = [
  'invoiceNumber',
  'name',
  'displayName',
  'canonicalName',
  'model',
  'subject',
  'budgetName',
]
const NAME_FIELDS_OF_RUN = ['runId']

/** Returns the name of an object, from the first field that has one. */
function nameOf(kind: ObjectKind, data: Record<string, unknown>): string | undefined {
  for (const field of kind === 'guard_decision' ? NAME_FIELDS_OF_RUN : NAME_FIELDS) {
    const value = data[field]
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}
