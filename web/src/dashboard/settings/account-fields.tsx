import { Input } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Organization } from '../../api/api-types.ts'
import { FieldGrid } from '../../ui/forms/field-grid.tsx'
import { TextField } from '../../ui/forms/fields.tsx'

// biome-ignore lint/suspicious/noExplicitAny: accepts a form with more fields
type Props = { form: UseFormReturnType<any> }

/** Codes of the accounts in the journal for accounting software. */
export function AccountFields({ form }: Props) {
  return (
    <Input.Wrapper
      label="Account codes"
      labelElement="div"
      description="Codes of your chart of accounts, for the journal under Analytics, Month end. Leave empty for the default."
      error={form.errors.ledgerAccounts}
      role="group"
      aria-label="Account codes"
    >
      <FieldGrid>
        {ACCOUNTS.map(([account, label]) => (
          <TextField
            key={account}
            form={form}
            name={`ledgerAccounts.${account}`}
            label={label}
            maxLength={CODE_LENGTH_MAX}
          />
        ))}
      </FieldGrid>
    </Input.Wrapper>
  )
}

const CODE_LENGTH_MAX = 32

const ACCOUNTS: [keyof Organization['ledgerAccounts'], string][] = [
  ['cash', 'Cash'],
  ['receivables', 'Accounts receivable'],
  ['creditClearing', 'Prepaid credit clearing'],
  ['taxPayable', 'Tax payable'],
  ['customerCredit', 'Customer credit'],
  ['deferredRevenue', 'Deferred revenue'],
  ['revenue', 'Revenue'],
  ['discounts', 'Discounts'],
  ['promotions', 'Promotional credit'],
  ['refunds', 'Refunds'],
  ['breakage', 'Breakage income'],
]
