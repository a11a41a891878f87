import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import type { RunDetail } from '../../../api/api-types.ts'
import type { RuleValues } from '../../attribution-rules/rule-values.ts'
import { AllowedButton } from '../../session/allowed-button.tsx'

const AssignDialog = lazy(() => import('./assign-dialog.tsx'))
const AddRuleDialog = lazy(() => import('../../attribution-rules/add-rule-dialog.tsx'))

/**
 * Assigns a run without a customer, then offers the rule that would have done it. The dialog of the
 * rule outlasts the button.
 */
export function AssignCustomer({ run }: { run: RunDetail }) {
  const [isAssigning, assigning] = useDisclosure()
  const [rule, setRule] = useState<Partial<RuleValues>>()
  return (
    <>
      {run.state === 'unassigned' && (
        <AllowedButton permission="correct_usage" onClick={assigning.open}>
          Assign
        </AllowedButton>
      )}
      <Suspense>
        {isAssigning && <AssignDialog run={run} onClose={assigning.close} onRule={setRule} />}
        {rule !== undefined && <AddRuleDialog known={rule} onClose={() => setRule(undefined)} />}
      </Suspense>
    </>
  )
}
