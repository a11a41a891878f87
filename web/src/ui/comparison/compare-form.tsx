import { Button, FileButton, Group, Input, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ApiForm } from '../forms/api-form.tsx'
import { FieldGrid } from '../forms/field-grid.tsx'
import { TextField } from '../forms/fields.tsx'
import { useApiForm } from '../forms/use-api-form.ts'
import { given } from '../url/search-readers.ts'
import { Compared, type Comparison } from './compared.tsx'

type Values = {
  signalId: string
  startDate: string
  endDate: string
  csv: string
  fileName: string
}

/** What the API takes. */
type Count = Pick<Values, 'signalId' | 'startDate' | 'endDate' | 'csv'>

type SignalField = {
  value: string
  onChange: (signalId: string) => void
  error: ReactNode
}

type Props<Answer extends Comparison> = {
  initial: Pick<Values, 'signalId' | 'startDate' | 'endDate'>
  signalField: (field: SignalField) => ReactNode
  send: (count: Count) => Promise<Answer>
  /** What the answer has besides the comparison. */
  more?: (answer: Answer) => ReactNode
}

/** Compares a file of what the customer counts with what is billed. Nothing is changed. */
export function CompareForm<Answer extends Comparison>({
  initial,
  signalField,
  send,
  more,
}: Props<Answer>) {
  const [values, setValues] = useState<Values>({ ...initial, csv: '', fileName: '' })
  const [answer, setAnswer] = useState<Answer>()
  const state = useApiForm<Values, Answer>({
    initial: values,
    check: ({ signalId, startDate, endDate, fileName }) =>
      given({
        signalId: signalId === '' ? 'Choose what is counted' : undefined,
        startDate: startDate === '' ? 'Choose the first day' : undefined,
        endDate: endDate === '' ? 'Choose the last day' : undefined,
        csv: fileName === '' ? 'Choose a file' : undefined,
      }),
    onChange: (changed) => {
      setAnswer(undefined)
      setValues(changed)
    },
    send: ({ fileName: _, ...count }) => send(count),
    onDone: setAnswer,
  })
  const { form } = state
  const read = async (file: File | null) => {
    if (!file) return
    form.setValues({ csv: await file.text(), fileName: file.name })
  }
  return (
    <ApiForm state={state} action="Compare" isLong>
      {signalField({
        value: values.signalId,
        onChange: (signalId) => form.setFieldValue('signalId', signalId),
        error: form.errors.signalId,
      })}
      <FieldGrid>
        <TextField form={form} name="startDate" type="date" label="From" />
        <TextField form={form} name="endDate" type="date" label="To" />
      </FieldGrid>
      <Input.Wrapper
        label="CSV file"
        description="One column runId, idempotencyKey or eventId, or the columns date and quantity. At most 10,000 rows."
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
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {values.fileName}
          </Text>
        </Group>
      </Input.Wrapper>
      <Stack gap="md" aria-live="polite">
        {answer && (
          <>
            <Compared comparison={answer} />
            {more?.(answer)}
          </>
        )}
      </Stack>
    </ApiForm>
  )
}
