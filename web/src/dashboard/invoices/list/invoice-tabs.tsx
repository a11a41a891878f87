import { useQuery } from '@tanstack/react-query'
import { type InvoiceFilter, invoiceCountsQuery } from '../../../api/invoices.ts'
import { INVOICE_STATES } from '../../../ui/billing/invoice-states.ts'
import { TabLink, TabLinks } from '../../../ui/layout/tab-links.tsx'
import { changedSearch } from '../../../ui/url/list-search.ts'
import { formatCount } from '../../../ui/values/money.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { type InvoicesSearch, TABS } from './invoices-search.ts'

type Props = { search: InvoicesSearch; filter: InvoiceFilter }

/** Tabs of invoice statuses, each with the number of invoices that match the filters. */
export function InvoiceTabs({ search, filter }: Props) {
  const { slug } = useOrganization()
  const { data: counts } = useQuery(invoiceCountsQuery(slug, filter))
  const tab = (status: (typeof TABS)[number] | undefined) => {
    const label = status === undefined ? 'All' : INVOICE_STATES[status].label
    const count = status === undefined ? counts?.total : counts?.byStatus[status]
    return (
      <TabLink
        key={label}
        to="/o/$slug/invoices"
        params={{ slug }}
        search={changedSearch(search, { status })}
        activeOptions={{ includeSearch: true, explicitUndefined: true }}
      >
        {label}
        {count !== undefined && ` ${formatCount(count)}`}
      </TabLink>
    )
  }
  return <TabLinks label="By status">{[undefined, ...TABS].map(tab)}</TabLinks>
}
