import { Button, FileButton, Group, Input, SegmentedControl, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BulkCorrection, BulkCorrectionPreview } from '../../api/api-types.ts'
import { correctEvents, previewCorrections } from '../../api/events.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { given } from '../../ui/url/search-readers.ts'
import { formatCount } from '../../ui/values/money.ts'
import { useOrganization } from '../session/use-organization.ts'
import { CorrectionPreview } from './correction-preview.tsx'

const WIDTH = 720
const KINDS = [
  { value: 'void', label: 'Void' },
  { value: 'amend', label: 'Amend quantities' },
]

type Values = { kind: string; csv: string; fileName: string; reason: string }
type Sent = { preview: BulkCorrectionPreview } | { done: BulkCorrection }

/** Corrects the events that a file names: shows first what changes on which invoice. */
export default function CorrectDialog({ onClose }: { onClose: () => void }) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const [values, setValues] = useState<Values>({ kind: 'void', csv: '', fileName: '', reason: '' })
  const [preview, setPreview] = useState<BulkCorrectionPreview>()
  const state = useApiForm<Values, Sent>({
    initial: values,
    check: ({ csv }) => given({ csv: csv === '' ? 'Choose a file' : undefined }),
    onChange: (changed) => {
      if (changed.kind !== values.kind || changed.csv !== values.csv) setPreview(undefined)
      setValues(changed)
    },
    send: async ({ kind, csv, reason }, key) => {
      const about = reason.trim()
      const isAmend = kind === 'amend'
      const body = {
        kind: isAmend ? ('amend' as const) : ('void' as const),
        csv,
        ...(about !== '' && { reason: about }),
      }
      if (preview === undefined) return { preview: await previewCorrections(slug, body) }
      return { done: await correctEvents(slug, body, key) }
    },
    onDone: (sent) => {
      if ('preview' in sent) return setPreview(sent.preview)
      const { correctedCount } = sent.done
      onClose()
      toast(`${eventsInWords(correctedCount)} corrected`)
      return queryClient.invalidateQueries({ queryKey: [slug] })
    },
  })
  const { form } = state
  const count = preview?.correctedCount ?? 0
  const read = async (file: File | null) => {
    if (!file) return
    form.setValues({ csv: await file.text(), fileName: file.name })
  }
  return (
    <Dialog title="Correct events from a file" isOpen onClose={onClose} size={WIDTH}>
      <ApiForm
        state={state}
        action={preview === undefined ? 'Preview' : `Correct ${eventsInWords(count)}`}
        isLong
        isReady={preview === undefined || count > 0}
      >
        <SegmentedControl
          aria-label="Correction"
          data={KINDS}
          value={values.kind}
          onChange={(kind) => form.setFieldValue('kind', kind)}
        />
        <Input.Wrapper
          label="CSV file"
          description={`Columns: customerExternalId, idempotencyKey${values.kind === 'amend' ? ', quantity' : ''}. At most 10,000 rows. An export of this page has the first two.`}
          error={form.errors.csv}
        >
          <Group gap="sm" mt={4}>
            <FileButton onChange={(file) => void read(file)} accept="text/csv,.csv">
              {(props) => (
                <Button {...props} variant="default">
                  Choose a file
                </Button>
              )}
            </FileButton>
            <Text size="sm">{values.fileName}</Text>
          </Group>
        </Input.Wrapper>
        <TextField form={form} name="reason" label="Reason" description="For your records." />
        <Stack gap="sm" aria-live="polite">
          {preview && <CorrectionPreview preview={preview} />}
        </Stack>
      </ApiForm>
    </Dialog>
  )
}

const eventsInWords = (count: number) => `${formatCount(count)} ${count === 1 ? 'event' : 'events'}`
