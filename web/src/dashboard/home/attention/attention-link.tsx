import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import type { AttentionItem } from './attention-items.ts'

/** Links to the page that resolves an item. */
export function AttentionLink({
  kind,
  subscriptionId,
}: Pick<AttentionItem, 'kind' | 'subscriptionId'>) {
  const { slug, may } = useOrganization()
  switch (kind) {
    case 'costs':
    case 'tokens':
      return (
        <AnchorLink to="/o/$slug/unknown-costs" params={{ slug }} size="sm">
          Unknown costs
        </AnchorLink>
      )
    case 'unpriced':
      return (
        <AnchorLink to="/o/$slug/analytics/profitability" params={{ slug }} size="sm">
          Unpriced work
        </AnchorLink>
      )
    case 'mails':
      return may('captured_mail') ? (
        <AnchorLink
          to="/o/$slug/developers/mail"
          params={{ slug }}
          search={{ status: 'failed' }}
          size="sm"
        >
          Emails
        </AnchorLink>
      ) : null
    case 'webhooks':
      return (
        <AnchorLink
          to="/o/$slug/developers/webhooks"
          params={{ slug }}
          search={{ status: 'disabled' }}
          size="sm"
        >
          Webhooks
        </AnchorLink>
      )
    case 'overdue':
      return <InvoicesLink status="overdue">Overdue invoices</InvoicesLink>
    case 'drafts':
      return <InvoicesLink status="draft">Drafts</InvoicesLink>
    case 'unbilled':
      return subscriptionId === undefined ? null : (
        <AnchorLink
          to="/o/$slug/subscriptions/$subscriptionId"
          params={{ slug, subscriptionId }}
          size="sm"
        >
          Subscription
        </AnchorLink>
      )
    case 'charges':
      return (
        <AnchorLink
          to="/o/$slug/payments"
          params={{ slug }}
          search={{ status: 'failed' }}
          size="sm"
        >
          Failed payments
        </AnchorLink>
      )
  }
}

function InvoicesLink({ status, children }: { status: 'overdue' | 'draft'; children: string }) {
  const { slug } = useOrganization()
  return (
    <AnchorLink to="/o/$slug/invoices" params={{ slug }} search={{ status }} size="sm">
      {children}
    </AnchorLink>
  )
}
