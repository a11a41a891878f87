import { Paper, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import type { PortalOverview } from '../../api/api-types.ts'
import { dayIn, formatDay } from '../../ui/values/dates.ts'
import { formatAmount, formatCount } from '../../ui/values/money.ts'
import { InvoiceRows } from '../invoices/invoice-rows.tsx'
import { PayButton } from '../paying/pay-button.tsx'
import { usePortalSession } from '../session/portal-session.ts'
import { PortalAnchor } from '../shell/portal-link.tsx'
import classes from './overview.module.css'

type Due = PortalOverview['due'][number]

/** The amount due, and how to pay it. */
export function DuePanel({ overview: { due, openInvoices } }: { overview: PortalOverview }) {
  const { timezone } = usePortalSession()
  if (due.length === 0) return <NothingDue />
  const count = due.reduce((total, { invoices }) => total + invoices, 0)
  const [only] = openInvoices
  const isAlone = only !== undefined && count === 1
  return (
    <Paper withBorder p={{ base: 'md', xs: 'lg' }} component="section" aria-labelledby="due">
      <div className={classes.due}>
        <div>
          <Title order={2} id="due" fz={14} fw={500} c="dimmed">
            Amount due
          </Title>
          {due.map((one) => (
            <div key={one.currency}>
              <div className={classes.amount}>{formatAmount(one.amount, one.currency)}</div>
              <Text>{aboutDue(one, timezone)}</Text>
            </div>
          ))}
        </div>
        {isAlone && (
          <Stack gap="xs" className={classes.pay}>
            <PayButton invoice={only} isWide />
            <PortalAnchor
              to="/portal/invoices/$invoiceId"
              params={{ invoiceId: only.id }}
              size="sm"
            >
              View invoice {only.invoiceNumber}
            </PortalAnchor>
          </Stack>
        )}
      </div>
      {!isAlone && (
        <Stack gap="sm" mt="md">
          <InvoiceRows invoices={openInvoices} label="Invoices to pay" canPay />
          {count > openInvoices.length && (
            <PortalAnchor to="/portal/invoices" search={{ status: 'open' }} size="sm">
              {formatCount(count - openInvoices.length)} more to pay
            </PortalAnchor>
          )}
        </Stack>
      )}
    </Paper>
  )
}

function aboutDue({ invoices, overdue, earliestDueDate }: Due, timeZone: string): string {
  const what = invoices === 1 ? '1 invoice' : `${formatCount(invoices)} invoices`
  const late = overdue === invoices ? 'overdue' : `${formatCount(overdue)} overdue`
  const day = formatDay(dayIn(earliestDueDate, timeZone))
  const when =
    overdue > 0 ? `${late} since ${day}` : `${invoices === 1 ? 'due' : 'first due'} ${day}`
  return `${what}, ${when}`
}

function NothingDue() {
  return (
    <Paper withBorder p={{ base: 'md', xs: 'lg' }} component="section">
      <Text fw={600} fz={16} className={classes.nothing}>
        <IconCircleCheck size={20} aria-hidden /> Nothing to pay
      </Text>
      <Text c="dimmed">All invoices are settled.</Text>
    </Paper>
  )
}
