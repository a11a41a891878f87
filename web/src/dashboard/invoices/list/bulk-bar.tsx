import { Anchor, Button, Group, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { InvoiceSummary } from '../../../api/api-types.ts'
import { invoicePdf } from '../../../api/invoices.ts'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { saveFile } from '../../../ui/files/save-file.ts'
import { formatCount } from '../../../ui/values/money.ts'
import { AllowedButton } from '../../session/allowed-button.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import classes from './invoices.module.css'
import type { Selection } from './use-selection.ts'

const SendMany = lazy(() => import('./send-many.tsx'))

type Props = { invoices: readonly InvoiceSummary[]; selection: Selection }

/** Actions for the selected rows. */
export function BulkBar({ invoices, selection }: Props) {
  // Keeps the invoices being sent, even after the list no longer shows them as drafts.
  const [sending, setSending] = useState<readonly InvoiceSummary[]>()
  const chosen = invoices.filter(({ id }) => selection.ids.has(id))
  return (
    <>
      {chosen.length > 0 && (
        <Bar
          chosen={chosen}
          isAll={chosen.length === invoices.length}
          selection={selection}
          onSend={setSending}
        />
      )}
      <Suspense>
        {sending && <SendMany invoices={sending} onClose={() => setSending(undefined)} />}
      </Suspense>
    </>
  )
}

type BarProps = {
  chosen: readonly InvoiceSummary[]
  isAll: boolean
  selection: Selection
  onSend: (invoices: readonly InvoiceSummary[]) => void
}

function Bar({ chosen, isAll, selection, onSend }: BarProps) {
  const unsent = chosen.filter(({ status }) => status === 'draft' || status === 'pending')
  const download = useDownload()
  return (
    <Group gap="sm" className={classes.bulk} role="region" aria-label="Selected invoices">
      <Text role="status">{formatCount(chosen.length)} selected</Text>
      {!isAll && (
        <Anchor component="button" type="button" size="sm" onClick={selection.selectAll}>
          Select all on this page
        </Anchor>
      )}
      <AllowedButton
        permission="bill"
        variant="default"
        disabled={unsent.length === 0}
        onClick={() => onSend(unsent)}
      >
        {unsent.length === 0 ? 'Nothing to send' : `Send ${formatCount(unsent.length)}`}
      </AllowedButton>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={download.isPending}
        onClick={() => download.mutate(chosen)}
      >
        Download PDFs
      </Button>
      <Anchor component="button" type="button" size="sm" onClick={selection.clear}>
        Clear selection
      </Anchor>
    </Group>
  )
}

/** Downloads a single PDF, or several in one ZIP file. */
function useDownload() {
  const { slug } = useOrganization()
  return useMutation({
    mutationFn: async (invoices: readonly InvoiceSummary[]) => {
      const files: File[] = []
      // Sequentially, because the service renders one PDF at a time.
      for (const { id } of invoices) files.push(await invoicePdf(slug, id))
      const [first] = files
      if (first !== undefined && files.length === 1) return saveFile(first)
      const { zipOf } = await import('../../../ui/files/zip.ts')
      saveFile(await zipOf('invoices.zip', files))
    },
    onError: (error) => toast(`The PDFs could not be downloaded. ${error.message}`),
  })
}
