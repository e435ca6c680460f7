export { aPolicy, aPolicyWith, aProductionPolicy, inProduction } from '@portcullis/contracts/builders';
