import { Anchor, Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { InvoiceSummary } from '../../../api/api.gen.ts'
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

/** What can be done with the rows that are selected. */
export function BulkBar({ invoices, selection }: Props) {
  const [isSending, sending] = useDisclosure()
  const chosen = invoices.filter(({ id }) => selection.ids.has(id))
  const unsent = chosen.filter(({ status }) => status === 'draft' || status === 'pending')
  const download = useDownload()
  if (chosen.length === 0) return null
  return (
    <Group gap="sm" className={classes.bulk} role="region" aria-label="Selected invoices">
      <Text role="status">{formatCount(chosen.length)} selected</Text>
      {chosen.length < invoices.length && (
        <Anchor component="button" type="button" size="sm" onClick={selection.selectAll}>
          Select all {formatCount(invoices.length)} on this page
        </Anchor>
      )}
      <AllowedButton
        permission="bill"
        variant="default"
        disabled={unsent.length === 0}
        onClick={sending.open}
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
      <Suspense>{isSending && <SendMany invoices={unsent} onClose={sending.close} />}</Suspense>
    </Group>
  )
}

/** One as it is, several in one file. */
function useDownload() {
  const { slug } = useOrganization()
  return useMutation({
    mutationFn: async (invoices: readonly InvoiceSummary[]) => {
      const files: File[] = []
      // One after the other: the service draws one at a time.
      for (const { id } of invoices) files.push(await invoicePdf(slug, id))
      const [first] = files
      if (first !== undefined && files.length === 1) return saveFile(first)
      const { zipOf } = await import('../../../ui/files/zip.ts')
      saveFile(await zipOf('invoices.zip', files))
    },
    onError: (error) => toast(`The PDFs could not be downloaded. ${error.message}`),
  })
}
