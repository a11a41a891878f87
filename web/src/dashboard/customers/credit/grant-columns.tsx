import { Stack, Text } from '@mantine/core'
import type { CreditGrant } from '../../../api/api-types.ts'
import { kindInWords, lastDayOf } from '../../../ui/billing/credit-words.ts'
import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { StateBadge } from '../../../ui/states/state-badge.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { useIsPhone } from '../../../ui/theme/use-is-phone.ts'
import { formatDay } from '../../../ui/values/dates.ts'
import { formatAmount } from '../../../ui/values/money.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { useCustomer } from '../use-customer.ts'
import type { CreditSearch } from './credit-search.ts'
import { GrantMenu } from './grant-menu.tsx'

const STATES = {
  scheduled: { tone: 'waiting', label: 'Scheduled' },
  active: { tone: 'good', label: 'Active' },
  used: { tone: 'over', label: 'Used' },
  expired: { tone: 'over', label: 'Expired' },
} as const satisfies Record<CreditGrant['status'], { tone: string; label: string }>

export function GrantStatus({ status }: Pick<CreditGrant, 'status'>) {
  return <StateBadge {...STATES[status]} />
}

/** A grant opens next to the list, which keeps its page. */
export const grantColumns = (search: CreditSearch): readonly Column<CreditGrant>[] => [
  { header: 'Grant', share: 40, cell: (grant) => <Name grant={grant} search={search} /> },
  {
    header: 'Status',
    cell: ({ status }) => <GrantStatus status={status} />,
    isOffPhone: true,
    width: 110,
  },
  { header: 'Left', cell: (grant) => <Left grant={grant} />, isFigure: true, width: 130 },
  { header: 'Last day', cell: (grant) => <LastDay grant={grant} />, isOffPhone: true, width: 120 },
  {
    header: 'Priority',
    cell: ({ priority }) => priority,
    isFigure: true,
    isOffPhone: true,
    width: 80,
  },
  { header: 'Source', cell: (grant) => <Source grant={grant} />, isOffPhone: true, width: 150 },
  {
    header: 'Actions',
    isHeaderHidden: true,
    cell: (grant) => <GrantMenu grant={grant} />,
    width: 48,
  },
]

type Props = { grant: CreditGrant }

function Name({ grant, search }: Props & { search: CreditSearch }) {
  const { slug } = useOrganization()
  const { id: customerId } = useCustomer()
  const isPhone = useIsPhone()
  const day = lastDayOf(grant.expiresAt)
  return (
    <Stack gap={0}>
      <AnchorLink
        to="/o/$slug/customers/$customerId/credit"
        params={{ slug, customerId }}
        search={{ ...search, grant: grant.id }}
        title={grant.name}
        size="sm"
        fw={500}
        truncate
      >
        {grant.name}
      </AnchorLink>
      <Text size="xs" c="dimmed">
        {kindInWords(grant.kind)}
        {isPhone && day !== null && `, until ${formatDay(day)}`}
      </Text>
    </Stack>
  )
}

const ON_ONE_LINE = { whiteSpace: 'nowrap' } as const

function Left({ grant: { left, amount, currency } }: Props) {
  return (
    <Stack gap={0} align="flex-end">
      <Text size="sm" style={ON_ONE_LINE}>
        {formatAmount(left, currency)}
      </Text>
      <Text size="xs" c="dimmed" style={ON_ONE_LINE}>
        of {formatAmount(amount, currency)}
      </Text>
    </Stack>
  )
}

function LastDay({ grant: { expiresAt } }: Props) {
  const day = lastDayOf(expiresAt)
  return (
    <span title={expiresAt === null ? undefined : `Expires at ${expiresAt}`}>
      {day === null ? 'No expiry' : formatDay(day)}
    </span>
  )
}

const SOURCES = {
  manual: 'By hand',
  top_up: 'Top-up',
  invoice: 'Invoice',
  returned: 'Returned',
} as const satisfies Record<CreditGrant['source'], string>

/** The event that gave the credit, with a link to its invoice. */
export function Source({ grant: { source, invoiceId } }: Props) {
  const { slug } = useOrganization()
  if (invoiceId === null) return SOURCES[source]
  return (
    <AnchorLink to="/o/$slug/invoices/$invoiceId" params={{ slug, invoiceId }} size="sm">
      {SOURCES[source]}
    </AnchorLink>
  )
}
