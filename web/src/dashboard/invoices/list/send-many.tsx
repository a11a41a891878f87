import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { InvoiceSummary } from '../../../api/api-types.ts'
import { sendInvoice } from '../../../api/invoices.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { newKey } from '../../../ui/forms/new-key.ts'
import { formatAmount, formatCount } from '../../../ui/values/money.ts'
import { useOrganization } from '../../session/use-organization.ts'
import classes from './invoices.module.css'

type Result = { isSent: boolean; text: string }
type Props = { invoices: readonly InvoiceSummary[]; onClose: () => void }

/** Sends several invoices sequentially; a rejected one does not stop the others. */
export default function SendMany({ invoices, onClose }: Props) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const [asked] = useState(() => invoices.map((invoice) => ({ ...invoice, key: newKey() })))
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map())
  // A second click may arrive before the button shows that it is busy.
  const isUnderWay = useRef(false)
  const sending = useMutation({
    mutationFn: async () => {
      const done = new Map(results)
      for (const { id, key } of asked) {
        if (done.get(id)?.isSent) continue
        done.set(id, await sendOne(slug, id, key))
        setResults(new Map(done))
      }
    },
    onSettled: () => {
      isUnderWay.current = false
      return queryClient.invalidateQueries({ queryKey: [slug] })
    },
  })
  const start = () => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    sending.mutate()
  }
  const sent = [...results.values()].filter(({ isSent }) => isSent).length
  const isOver = results.size === asked.length && !sending.isPending
  const failed = results.size - sent
  const count = formatCount(asked.length)
  return (
    <Dialog
      title={asked.length === 1 ? 'Send 1 invoice?' : `Send ${count} invoices?`}
      isOpen
      onClose={onClose}
      isKept={sending.isPending}
      size={560}
    >
      <Stack gap="md">
        <Text>
          Each invoice is dated today and emailed to its customer with its PDF. Drafts are
          recalculated a last time and cannot be changed afterwards.
        </Text>
        <ul className={classes.results}>
          {asked.map(({ id, invoiceNumber, customerName, total, currency }) => (
            <li key={id}>
              <span>{invoiceNumber}</span>
              <Text
                size="sm"
                c={results.get(id)?.isSent === false ? 'var(--mantine-color-error)' : 'dimmed'}
              >
                {results.get(id)?.text ?? customerName}
              </Text>
              <span>{formatAmount(total, currency)}</span>
            </li>
          ))}
        </ul>
        <Text role="status" size="sm">
          {results.size > 0 && `${formatCount(sent)} of ${count} sent`}
          {failed > 0 && `, ${formatCount(failed)} failed`}
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={sending.isPending}>
            {isOver ? 'Close' : 'Cancel'}
          </Button>
          {(!isOver || failed > 0) && (
            <Button loading={sending.isPending} onClick={start}>
              {failed > 0 ? 'Retry the others' : `Send ${count}`}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}

async function sendOne(slug: string, id: string, key: string): Promise<Result> {
  try {
    const { recipientEmail } = await sendInvoice(slug, id, {}, key)
    return { isSent: true, text: `On its way to ${recipientEmail}` }
  } catch (error) {
    return { isSent: false, text: error instanceof Error ? error.message : String(error) }
  }
}
