import { Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AttributionRule, AttributionRulePreview } from '../../api/api-types.ts'
import { createAttributionRule, previewAttributionRule } from '../../api/attribution-rules.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { useOrganization } from '../session/use-organization.ts'
import { conditionInWords, OPERATORS, TARGETS } from './rule-in-words.ts'
import { RulePreview } from './rule-preview.tsx'
import { isSameRule, NO_RULE, problemsOf, type RuleValues, toBody } from './rule-values.ts'

const WIDTH = 560

type Sent = { preview: AttributionRulePreview } | { rule: AttributionRule }

type Props = {
  /** Values that are filled in. */
  known?: Partial<RuleValues>
  onClose: () => void
}

/** Previews a rule on the latest runs, then adds it. A change asks for another preview. */
export default function AddRuleDialog({ known, onClose }: Props) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const initial = { ...NO_RULE, ...known }
  const [values, setValues] = useState<RuleValues>(initial)
  const [preview, setPreview] = useState<AttributionRulePreview>()
  const state = useApiForm<RuleValues, Sent>({
    initial,
    check: problemsOf,
    onChange: (changed) => {
      setValues(changed)
      if (!isSameRule(changed, values)) setPreview(undefined)
    },
    send: async (sent, key) => {
      const body = toBody(sent)
      if (preview === undefined) return { preview: await previewAttributionRule(slug, body) }
      return { rule: await createAttributionRule(slug, body, key) }
    },
    onDone: (done) => {
      if ('preview' in done) return setPreview(done.preview)
      onClose()
      toast(`The rule is added: ${conditionInWords(done.rule)}`)
      return queryClient.invalidateQueries({ queryKey: [slug] })
    },
  })
  const { form } = state
  const set = (change: Partial<RuleValues>) => {
    form.setValues(change)
    for (const field of Object.keys(change)) form.clearFieldError(field)
  }
  return (
    <Dialog title="Add a rule" isOpen onClose={onClose} size={WIDTH}>
      <ApiForm state={state} action={preview ? 'Add rule' : 'Preview'} isLong>
        <TextField
          form={form}
          name="attribute"
          label="Attribute"
          description="Of a span or its resource."
          placeholder="tenant.id"
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
          <Choice
            label="Matches if it"
            options={OPERATORS}
            value={values.operator}
            onChange={(operator) => set({ operator })}
          />
          {values.operator !== 'present' && (
            <TextField form={form} name="value" label="Value" placeholder="prod-" />
          )}
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
          <Choice
            label="Gives the run its"
            options={TARGETS}
            value={values.target}
            onChange={(target) => set({ target })}
          />
          <TextField
            form={form}
            name="assigns"
            label={ASSIGNED[values.target]}
            placeholder="Value of the attribute"
          />
        </SimpleGrid>
        <Text size="sm" c="dimmed">
          It applies to later runs, after the rules that are there. What a span declares in
          piecework attributes comes first.
        </Text>
        <Stack aria-live="polite">{preview && <RulePreview preview={preview} />}</Stack>
      </ApiForm>
    </Dialog>
  )
}

const ASSIGNED = {
  customer: 'External id of the customer',
  agent: 'Code of the agent',
  signal: 'Name of the signal',
} as const

type ChoiceProps<Value extends string> = {
  label: string
  options: Readonly<Record<Value, string>>
  value: Value
  onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  const names = Object.keys(options) as Value[]
  return (
    <Select
      label={label}
      data={names.map((name) => ({ value: name, label: options[name] }))}
      value={value}
      onChange={(chosen) => onChange(names.find((name) => name === chosen) ?? value)}
      allowDeselect={false}
      comboboxProps={{ shadow: 'none' }}
    />
  )
}
