export { aPolicy, aPolicyWith, aProductionPolicy, inProduction } from '#contracts/builders/policies';
