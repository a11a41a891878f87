import { ActionIcon, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPencil } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { TaxRate } from '../../api/api-types.ts'
import { useOrganization } from '../session/use-organization.ts'

const ChangeTaxRateDialog = lazy(() => import('./change-tax-rate-dialog.tsx'))

export function ChangeTaxRate({ rate }: { rate: TaxRate }) {
  const reason = useOrganization().refusalOf('taxes')
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Tooltip label={reason ?? 'Edit'}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Edit ${rate.name}`}
          {...(reason === undefined
            ? { onClick: dialog.open }
            : { 'data-disabled': true, 'aria-disabled': true, 'aria-description': reason })}
        >
          <IconPencil size={16} />
        </ActionIcon>
      </Tooltip>
      <Suspense>{isOpen && <ChangeTaxRateDialog rate={rate} onClose={dialog.close} />}</Suspense>
    </>
  )
}
