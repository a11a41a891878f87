import { Group } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { InvoiceStatus } from '../../../api/api-types.ts'
import { InvoiceBadge } from '../../../ui/billing/invoice-badge.tsx'
import { INVOICE_STATES } from '../../../ui/billing/invoice-states.ts'
import classes from './invoice-page.module.css'

const STEPS = ['draft', 'pending', 'issued', 'paid'] as const

/** Index of the last completed step in each status; a voided invoice has completed none. */
const REACHED: Record<InvoiceStatus, number> = {
  draft: 0,
  pending: 1,
  issued: 2,
  overdue: 2,
  paid: 3,
  refunded: 3,
  void: -1,
}

/**
 * The usual steps of an invoice and the current one. A status outside these steps is shown as a
 * badge.
 */
export function InvoiceSteps({ status }: { status: InvoiceStatus }) {
  const reached = REACHED[status]
  const isBeside = status === 'overdue' || status === 'void' || status === 'refunded'
  return (
    <Group gap="sm">
      <ol className={classes.steps} aria-label="Status of this invoice">
        {STEPS.map((step, place) => (
          <li
            key={step}
            data-done={place <= reached}
            aria-current={step === status ? 'step' : undefined}
          >
            {place < reached && <IconCheck size={12} aria-hidden />}
            {INVOICE_STATES[step].label}
          </li>
        ))}
      </ol>
      {isBeside && <InvoiceBadge status={status} />}
    </Group>
  )
}
