import type { UseFormReturnType } from '@mantine/form'
import { TextAreaField, TextField } from '../../ui/forms/fields.tsx'

type Values = { name: string; agentCode: string; description: string }

export function AgentFields({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <>
      <TextField
        form={form}
        name="name"
        label="Name"
        description="Shown on invoices and in analytics."
        placeholder="Support agent"
        data-autofocus
      />
      <TextField
        form={form}
        name="agentCode"
        label="Code"
        description="Events refer to the agent by its code."
        placeholder="support-agent"
      />
      <TextAreaField form={form} name="description" label="Description" rows={2} />
    </>
  )
}
