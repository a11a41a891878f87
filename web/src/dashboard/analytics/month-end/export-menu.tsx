import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { MonthEndQuestion } from '../../../api/analytics.ts'
import { csvOf } from '../../../api/client.ts'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { saveFile } from '../../../ui/files/save-file.ts'
import { useOrganization } from '../../session/use-organization.ts'

const FINAL = ['issued', 'overdue', 'paid', 'refunded', 'void'] as const
const TABLES = [
  ['revenue', 'Earned in the month'],
  ['receivables', 'Receivables'],
  ['outstanding', 'Open invoices'],
  ['taxes', 'Tax by rate'],
  ['breakage', 'Expired credit'],
  ['invoiced', 'Invoices issued'],
  ['voided', 'Invoices voided'],
  ['received', 'Payments received'],
  ['refunded', 'Refunds'],
] as const

/** Exports the tables of a month, and its invoices for accounting. */
export function ExportMenu({ asked }: { asked: MonthEndQuestion }) {
  const { slug } = useOrganization()
  const { mutate, isPending } = useMutation({
    mutationFn: (load: () => Promise<File>) => load(),
    onSuccess: saveFile,
    onError: (error) => toast(`The file could not be created. ${error.message}`),
  })
  const invoices = () =>
    csvOf(slug, '/v1/invoices', { ...asked, table: 'accounting', status: [...FINAL] })
  const journal = () =>
    csvOf(slug, '/v1/ledger/journal.csv', { from: asked.startDate, to: asked.endDate })
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <Button
          variant="default"
          loading={isPending}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Export CSV
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => mutate(invoices)}>Invoices for accounting</Menu.Item>
        <Menu.Item onClick={() => mutate(journal)}>Journal of all customers</Menu.Item>
        <Menu.Divider />
        {TABLES.map(([table, label]) => (
          <Menu.Item
            key={table}
            onClick={() =>
              mutate(() => csvOf(slug, '/v1/analytics/month-end', { ...asked, table }))
            }
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => mutate(() => csvOf(slug, '/v1/analytics/reconciliation', asked))}>
          Differences of the reconciliation
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
