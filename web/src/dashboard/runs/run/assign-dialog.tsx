import { Checkbox, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { RunDetail } from '../../../api/api-types.ts'
import { assignRun } from '../../../api/runs.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../../ui/forms/api-form.tsx'
import { TextField } from '../../../ui/forms/fields.tsx'
import { useApiForm } from '../../../ui/forms/use-api-form.ts'
import { given } from '../../../ui/url/search-readers.ts'
import { type RuleValues, ruleThatAssigns } from '../../attribution-rules/rule-values.ts'
import { useOrganization } from '../../session/use-organization.ts'

type Props = {
  run: RunDetail
  onClose: () => void
  /** Called with the rule that would have assigned the run, if it is to be added. */
  onRule: (rule: Partial<RuleValues>) => void
}

/** Gives a run its customer; its events move there within seconds. */
export default function AssignDialog({ run, onClose, onRule }: Props) {
  const { slug, refusalOf } = useOrganization()
  const queryClient = useQueryClient()
  const { runId, suggestedRule } = run
  const state = useApiForm({
    initial: { customerExternalId: suggestedRule?.value ?? '', hasRule: false },
    check: ({ customerExternalId }) =>
      given({
        customerExternalId: customerExternalId.trim() === '' ? 'Enter a customer' : undefined,
      }),
    send: ({ customerExternalId }, key) =>
      assignRun(slug, runId, { customerExternalId: customerExternalId.trim() }, key),
    onDone: (_run, { customerExternalId, hasRule }) => {
      const customer = customerExternalId.trim()
      onClose()
      toast(`The run is assigned to ${customer}`)
      if (hasRule && suggestedRule) onRule(ruleThatAssigns(suggestedRule, customer))
      return queryClient.invalidateQueries({ queryKey: [slug] })
    },
  })
  const { form } = state
  return (
    <Dialog title="Assign run" isOpen onClose={onClose}>
      <ApiForm state={state} action="Assign run">
        <TextField
          form={form}
          name="customerExternalId"
          label="Customer"
          description="Your own id for the customer. A new one is created."
          placeholder="acme"
        />
        {suggestedRule === null ? (
          <Text size="sm" c="dimmed">
            No attribute of the run names a customer. Send piecework.customer in a span, and later
            runs are assigned.
          </Text>
        ) : (
          refusalOf('write') === undefined && (
            <Checkbox
              label="Then add a rule for later runs"
              description={`By the attribute ${suggestedRule.attribute}. You see first which runs it matches.`}
              key={form.key('hasRule')}
              {...form.getInputProps('hasRule', { type: 'checkbox' })}
              styles={{ description: { overflowWrap: 'anywhere' } }}
            />
          )
        )}
        <Text size="sm" c="dimmed">
          Its events are recorded for the customer and voided where they are.
        </Text>
      </ApiForm>
    </Dialog>
  )
}
