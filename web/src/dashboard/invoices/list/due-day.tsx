import { Text } from '@mantine/core'
import type { InvoiceSummary } from '../../../api/api-types.ts'
import { dayIn, daysBetween, formatDay } from '../../../ui/values/dates.ts'
import { formatCount } from '../../../ui/values/money.ts'

type Props = {
  invoice: Pick<InvoiceSummary, 'status' | 'dueDate' | 'timezone'>
  now: Date | undefined
}

/** The due date, and the number of days overdue. Drafts and voided invoices have none. */
export function DueDay({ invoice: { status, dueDate, timezone }, now }: Props) {
  if (status === 'draft' || status === 'void') return '–'
  const day = dayIn(dueDate, timezone)
  const over = now === undefined ? 0 : daysBetween(day, dayIn(now, timezone))
  if (status !== 'overdue' || over < 1) return formatDay(day)
  return (
    <>
      {formatDay(day)}
      <Text size="xs" c="var(--mantine-color-error)">
        {inDays(over)} overdue
      </Text>
    </>
  )
}

const inDays = (days: number) => `${formatCount(days)} ${days === 1 ? 'day' : 'days'}`
