import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Subscription } from '../../../api/api-types.ts'
import { formatPeriod } from '../../../ui/values/dates.ts'
import { InvoiceLink } from '../../links/invoice-link.tsx'

/** Periods that are not billed automatically, with the reason. */
export function UnbilledNote({ subscription }: { subscription: Subscription }) {
  const { unbilledTime, timezoneInForce } = subscription
  if (unbilledTime.length === 0) return null
  return (
    <Alert icon={<IconAlertTriangle size={18} />} p="sm" role="note" title="Unbilled time">
      {unbilledTime.map(({ start, end, reason, invoiceId, invoiceNumber }) => (
        <Text key={start}>
          {formatPeriod({ start, end }, timezoneInForce)}: invoice{' '}
          <InvoiceLink invoice={{ id: invoiceId, invoiceNumber }} />{' '}
          {reason === 'draft'
            ? 'is a draft that won’t be finalized automatically. Send or void it.'
            : 'was voided. Generate a new invoice to bill this period.'}
        </Text>
      ))}
    </Alert>
  )
}
