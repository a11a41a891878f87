import { Checkbox } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { TextField } from '../../../ui/forms/fields.tsx'
import type { EndpointValues } from './endpoint-values.ts'
import { TypesField } from './types-field.tsx'

type Props = { form: UseFormReturnType<EndpointValues> }

/** Fields of an endpoint, for a new one and for changes. */
export function EndpointFields({ form }: Props) {
  const [types, setTypes] = useState(form.getValues().types)
  return (
    <>
      <TextField
        form={form}
        name="url"
        type="url"
        label="URL"
        description="Receives a POST for each announcement."
        placeholder="https://example.com/webhooks/piecework"
        data-autofocus
      />
      <TextField
        form={form}
        name="description"
        label="Description"
        description="Optional, for your own use."
      />
      <TypesField
        value={types}
        error={form.errors.types}
        onChange={(chosen) => {
          setTypes(chosen)
          form.setFieldValue('types', chosen)
        }}
      />
      <Checkbox
        label="Include costs and margins"
        description="Leave it off if the receiver belongs to a customer."
        key={form.key('includeCosts')}
        {...form.getInputProps('includeCosts', { type: 'checkbox' })}
      />
    </>
  )
}
